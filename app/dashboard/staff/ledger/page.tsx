import { LedgerPage } from '#components/dashboard/staff/ledger-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { ledgerOverview } from '#lib/dashboard/staff/ledger.ts';

type Props = { searchParams: Promise<Query> };

/** Whether the books agree. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/ledger', query, 'staff');
  return <LedgerPage page={page} ledger={await ledgerOverview()} />;
}
