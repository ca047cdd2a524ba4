import type { PageView } from '#lib/dashboard/page-view.ts';
import type { DisputeRow, Listed } from '#lib/dashboard/staff-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { DisputesTable } from './disputes-table.tsx';

type View = keyof Messages['staff']['disputes']['views'];
type Props = { page: PageView; disputes: Listed<DisputeRow>; views: readonly View[] };

/** Disputes of every payment: what has to be answered, and until when. */
export function DisputesPage({ page, disputes, views }: Props) {
  const t = translatorFor(page.locale);
  const isAll = page.query.show === 'all';
  return (
    <DashboardFrame page={page} title={t('staff.disputes.title')} intro={t('staff.disputes.intro')}>
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
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
      />
      <DisputesTable
        page={page}
        rows={disputes.rows}
        caption={t(isAll ? 'staff.disputes.caption' : 'staff.disputes.captionOpen')}
        empty={t(isAll ? 'staff.disputes.emptyAll' : 'staff.disputes.empty')}
      />
      <Paging page={page} after={disputes.after} />
    </DashboardFrame>
  );
}
