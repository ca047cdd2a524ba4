import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SelectField } from './field.tsx';
import { ActionForm } from './form.tsx';
import { Panel } from './panel.tsx';

type Props = { page: PageView; zones: readonly string[] };

/** The time zone of everything that the person is shown. */
export function TimeZonePanel({ page, zones }: Props) {
  const t = translatorFor(page.locale);
  const automatic = { value: '', label: t('dashboard.zone.auto') };
  const named = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' '), isName: true }));
  return (
    <Panel id="time-zone" title={t('dashboard.zone.title')} intro={t('dashboard.zone.intro')}>
      <ActionForm page={page} action="account.time_zone">
        <SelectField
          page={page}
          action="account.time_zone"
          name="zone"
          label={t('dashboard.zone.label')}
          value={page.hasChosenZone ? page.timeZone : ''}
          options={[automatic, ...named]}
          isRequired
        />
        <button type="submit" className="button">
          {t('dashboard.zone.save')}
        </button>
      </ActionForm>
    </Panel>
  );
}
