import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { PaymentRow } from '#lib/dashboard/staff/payments.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { majorMoney } from '../money.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { PaymentBadges } from './badges.tsx';
import {
  amountColumn,
  BY_AMOUNT,
  BY_DATE,
  causeColumn,
  clientColumn,
  donorColumn,
  idColumn,
  sortable,
  timeColumn,
} from './columns.tsx';
import { GatewayCode } from './gateway-code.tsx';

type Props = {
  page: PageView;
  payments: PaymentRow[];
  caption: string;
  empty: string;
  /** The list that these are a page of, which can be sorted. */
  list?: Listed<unknown>;
};

/** Payments, with the reason why one was declined or does not count. */
export function PaymentsTable({ page, payments, caption, empty, list }: Props) {
  const t = translatorFor(page.locale);
  const amount: Column<PaymentRow> = {
    ...amountColumn(page, t('staff.money.payments.amount')),
    cell: (payment) => (
      <>
        {amountColumn(page, '').cell(payment)}
        <small className="below">
          {t(`staff.money.rails.${payment.rail}`)}
          {payment.cardLast4 !== null && ` •••• ${payment.cardLast4}`}
        </small>
      </>
    ),
  };
  const date: Column<PaymentRow> = timeColumn(page, 'createdAt', t('staff.money.payments.started'));
  const columns: Column<PaymentRow>[] = [
    idColumn(page, 'payments', 'id', t('staff.money.payments.payment')),
    list ? sortable(page, list, amount, BY_AMOUNT) : amount,
    {
      key: 'state',
      title: t('staff.money.payments.state'),
      width: 'state',
      cell: (payment) => (
        <>
          <PaymentBadges t={t} payment={payment} />
          {payment.reason !== null && <small className="below">{t(`staff.money.reasons.${payment.reason}`)}</small>}
          {payment.declineCode !== null && (
            <span className="below">
              <GatewayCode t={t} code={payment.declineCode} />
            </span>
          )}
        </>
      ),
    },
    donorColumn(page),
    causeColumn(t('staff.money.payments.cause')),
    clientColumn(page),
    list ? sortable(page, list, date, BY_DATE) : date,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      empty={empty}
      isFixed
      line={(payment) => (
        <RowLine
          first={payment.donor.name ?? payment.donor.email ?? '—'}
          figure={majorMoney(page, payment.amount)}
          second={<When page={page} at={payment.createdAt} isShort />}
          badge={<PaymentBadges t={t} payment={payment} />}
        />
      )}
    />
  );
}
