import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ListedDispute } from '#lib/dashboard/staff/disputes.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DisputesTable } from './disputes-table.tsx';
import { StaffListPage } from './list-page.tsx';

type View = keyof Messages['staff']['disputes']['views'];
type Props = { page: PageView; disputes: Listed<ListedDispute>; views: readonly View[] };

/** Disputes of every payment, with the deadlines for evidence. */
export function DisputesPage({ page, disputes, views }: Props) {
  const t = translatorFor(page.locale);
  const isAll = page.query.show === 'all';
  return (
    <StaffListPage
      page={page}
      title={t('staff.disputes.title')}
      intro={t('staff.disputes.intro')}
      filters={[
        {
          kind: 'select',
          name: 'show',
          label: t('staff.disputes.show'),
          options: views.map((view) => ({
            value: view === 'open' ? '' : view,
            label: t(`staff.disputes.views.${view}`),
          })),
        },
      ]}
      section="disputes"
      list={disputes}
    >
      <DisputesTable
        page={page}
        disputes={disputes}
        empty={t(isAll ? 'staff.disputes.emptyAll' : 'staff.disputes.empty')}
      />
    </StaffListPage>
  );
}
