import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed, PaymentRow } from '#lib/dashboard/staff-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { PaymentsTable } from './payments-table.tsx';

type View = keyof Messages['staff']['money']['payments']['views'];
type Props = { page: PageView; payments: Listed<PaymentRow>; views: readonly View[] };

/** Payments of every cause. */
export function StaffPaymentsPage({ page, payments, views }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.money.payments.title')}>
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={[
          { kind: 'text', name: 'q', label: t('staff.money.payments.search') },
          {
            kind: 'select',
            name: 'show',
            label: t('staff.money.payments.show'),
            options: views.map((view) => ({
              value: view === 'all' ? '' : view,
              label: t(`staff.money.payments.views.${view}`),
            })),
          },
        ]}
      />
      <PaymentsTable
        page={page}
        payments={payments.rows}
        caption={t('staff.money.payments.caption')}
        empty={t('staff.money.payments.empty')}
      />
      <Paging page={page} after={payments.after} />
    </DashboardFrame>
  );
}
