import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { PaymentRow } from '#lib/dashboard/staff/payments.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { PaymentsTable } from './payments-table.tsx';

type Choice = keyof Messages['staff']['money']['payments']['choices'];
type Props = {
  page: PageView;
  payments: Listed<PaymentRow>;
  choices: readonly Choice[];
  /** The search is a receipt number that cannot be right. */
  isMistyped: boolean;
};

/** Payments of every cause. */
export function StaffPaymentsPage({ page, payments, choices, isMistyped }: Props) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('staff.money.payments.title')}
      filters={[
        { kind: 'text', name: 'q', label: t('staff.money.payments.search') },
        {
          kind: 'select',
          name: 'show',
          label: t('staff.money.payments.show'),
          options: choices.map((choice) => ({
            value: choice === 'all' ? '' : choice,
            label: t(`staff.money.payments.choices.${choice}`),
          })),
        },
        // The page of a cause leads here: the list stays that of the cause until the field is emptied.
        ...(page.query.cause ? [{ kind: 'text', name: 'cause', label: t('staff.money.payments.cause') } as const] : []),
      ]}
      section="payments"
      list={payments}
    >
      <PaymentsTable
        page={page}
        payments={payments.rows}
        caption={listCaption(page, t('staff.money.payments.title'), payments)}
        list={payments}
        empty={t(isMistyped ? 'staff.money.payments.mistyped' : 'staff.money.payments.empty')}
      />
    </StaffListPage>
  );
}
