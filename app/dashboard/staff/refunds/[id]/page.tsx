import { notFound } from 'next/navigation';
import { FailedRefundPage } from '#components/dashboard/staff/failed-refund-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findFailedRefund } from '#lib/dashboard/staff/failed-refunds.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A refund that failed. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/refunds/${encodeURIComponent(id)}`;
  const { page } = await openPage(path, await searchParams, 'staff');
  const found = await findFailedRefund(id);
  if (!found) notFound();
  return <FailedRefundPage page={page} refund={found} />;
}
