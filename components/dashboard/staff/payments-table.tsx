import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PaymentRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { moneyWithCode } from '../money.ts';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { PaymentBadges } from './badges.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; payments: PaymentRow[]; caption: string; empty: string };

/** Payments, with why some do not count. */
export function PaymentsTable({ page, payments, caption, empty }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<PaymentRow>[] = [
    {
      key: 'id',
      title: t('staff.money.payments.payment'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('payments', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'amount',
      title: t('staff.money.payments.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'state',
      title: t('staff.money.payments.state'),
      cell: (payment) => (
        <>
          <PaymentBadges t={t} payment={payment} />
          {payment.reason !== null && <> {t(`staff.money.reasons.${payment.reason}`)}</>}
        </>
      ),
    },
    {
      key: 'cause',
      title: t('staff.money.payments.cause'),
      cell: ({ causeKey, causeTitle }) => <a href={staffPath('causes', causeKey)}>{causeTitle}</a>,
    },
    {
      key: 'method',
      title: t('staff.money.payments.method'),
      cell: ({ rail }) => t(`staff.money.rails.${rail}`),
    },
    {
      key: 'started',
      title: t('staff.money.payments.started'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <DataTable caption={caption} columns={columns} rows={payments} rowKey={({ id }) => id} empty={empty} />
  );
}
