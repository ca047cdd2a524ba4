import { PaymentPage } from '#components/dashboard/payments/payment-page.tsx';
import { loadDashboardPage, type Query, requireVisible } from '#lib/dashboard/dashboard-page.ts';
import { findRecord } from '#lib/payments/views/find-record.ts';
import { writeReceiptNumber } from '#lib/receipts/receipt-number.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A donation to a creator's cause, with its history. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { actor, page } = await loadDashboardPage(`/dashboard/payments/${encodeURIComponent(id)}`, await searchParams);
  const { record, history } = requireVisible(actor, 'payment.own', await findRecord(id));
  const { receiptNumber } = record;
  return (
    <PaymentPage
      page={page}
      record={record}
      history={history}
      receiptNumber={receiptNumber && writeReceiptNumber(receiptNumber)}
    />
  );
}
