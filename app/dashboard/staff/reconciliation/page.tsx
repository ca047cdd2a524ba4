import { ReconciliationPage } from '#components/dashboard/staff/reconciliation-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listReconciliations } from '#lib/dashboard/staff/reconciliation.ts';

type Props = { searchParams: Promise<Query> };

/** Whether the books of the gateways agree with the ledger. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/reconciliation', query, 'staff');
  return <ReconciliationPage page={page} accounts={await listReconciliations()} />;
}
