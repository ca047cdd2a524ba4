import { day } from '#components/ui/texts.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { TransferRow } from '#lib/dashboard/staff/failed-refunds.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { ReasonField } from './reason-field.tsx';

/** The form that records that the donor's bank returned a transfer. Renders nothing if there is none that it can return. */
export function ReturnedPanel({ page, rows }: { page: PageView; rows: readonly TransferRow[] }) {
  const sent = rows.filter(({ returnedOn }) => returnedOn === null);
  if (sent.length === 0) return null;
  const t = translatorFor(page.locale);
  const format = formattingLocale(page.locale, page.place);
  const form = { page, action: 'refund.record_return', isRequired: true } as const;
  return (
    <Panel
      id="returned"
      title={t('staff.failedRefunds.byHand.returnedTitle')}
      intro={t('staff.failedRefunds.byHand.returnedIntro')}
    >
      <ActionForm page={page} action={form.action} kept={{ zone: page.timeZone }}>
        <SelectField
          {...form}
          name="id"
          label={t('staff.failedRefunds.byHand.which')}
          options={sent.map(({ id, reference, amount, sentOn }) => ({
            value: id,
            label: [reference, majorMoney(page, amount), day(format, `${sentOn}T00:00:00Z`, 'UTC')].join(' · '),
          }))}
        />
        <TextField {...form} type="date" name="returned_on" label={t('staff.failedRefunds.byHand.returnedOn')} />
        <ReasonField page={page} action={form.action} />
        <button type="submit" className="button">
          {t('staff.failedRefunds.byHand.submitReturned')}
        </button>
      </ActionForm>
    </Panel>
  );
}
