import { notFound } from 'next/navigation';
import { BankAccountPage } from '#components/dashboard/staff/bank-account-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { findAccountToVerify } from '#lib/dashboard/staff/withdrawals.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** A bank account to look at. */
export default async function Page({ params, searchParams }: Props) {
  const id = decodeURIComponent((await params).id);
  const path = `/dashboard/staff/bank-accounts/${encodeURIComponent(id)}`;
  const { actor, page } = await openPage(path, await searchParams, 'staff');
  const found = await findAccountToVerify(actor, id);
  if (!found) notFound();
  return <BankAccountPage page={page} account={found} />;
}
