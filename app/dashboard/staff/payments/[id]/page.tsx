import { notFound } from 'next/navigation';
import { StaffPaymentPage } from '#components/dashboard/staff/payment-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findPaymentDetail } from '#lib/dashboard/staff/payment.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A payment. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/payments/${encodeURIComponent(id)}`;
  const { actor, page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findPaymentDetail(actor.id, id, now);
  if (!found) notFound();
  return <StaffPaymentPage page={page} payment={found} />;
}
