import { notFound } from 'next/navigation';
import { StaffWithdrawalPage } from '#components/dashboard/staff/withdrawal-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findWithdrawalDetail } from '#lib/dashboard/staff/withdrawals.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A withdrawal. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/withdrawals/${encodeURIComponent(id)}`;
  const { actor, page, now } = await openPage(path, await searchParams, 'staff');
  const found = await findWithdrawalDetail(actor, id, now);
  if (!found) notFound();
  return <StaffWithdrawalPage page={page} withdrawal={found} />;
}
