import { PaymentPage } from '#components/dashboard/payments/payment-page.tsx';
import { openPage, type Query, requireSight } from '#lib/dashboard/open-page.ts';
import { findRecord } from '#lib/payments/find-record.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** One donation to an own cause, with its history. */
export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { actor, page } = await openPage(`/dashboard/payments/${encodeURIComponent(id)}`, await searchParams);
  const { record, history } = requireSight(actor, 'payment.own', await findRecord(id));
  return <PaymentPage page={page} record={record} history={history} />;
}
