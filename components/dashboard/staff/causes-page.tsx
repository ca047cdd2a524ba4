import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseRow } from '#lib/dashboard/staff/causes.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CausesTable } from './causes-table.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';

type Props = {
  page: PageView;
  causes: Listed<CauseRow>;
  states: readonly CauseRow['state'][];
  clients: readonly { id: string; name: string }[];
};

/** A list of causes with a search. */
export function StaffCausesPage({ page, causes, states, clients }: Props) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('staff.partners.causes.title')}
      filters={[
        { kind: 'text', name: 'q', label: t('staff.partners.causes.search') },
        {
          kind: 'select',
          name: 'state',
          label: t('staff.partners.causes.state'),
          options: [
            { value: '', label: t('staff.partners.causes.everyState') },
            ...states.map((state) => ({ value: state, label: t(`dashboard.states.${state}`) })),
          ],
        },
        {
          kind: 'select',
          name: 'client',
          label: t('staff.partners.causes.client'),
          options: [
            { value: '', label: t('staff.partners.causes.everyClient') },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ]}
      section="causes"
      list={causes}
    >
      <CausesTable
        page={page}
        causes={causes.rows}
        caption={listCaption(page, t('staff.partners.causes.title'), causes)}
        list={causes}
        empty={t('staff.partners.causes.empty')}
      />
    </StaffListPage>
  );
}
