import { WithdrawalsPage } from '#components/dashboard/withdrawals/withdrawals-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadWithdrawals } from '#lib/dashboard/own-withdrawals.ts';

type Props = { searchParams: Promise<Query> };

/** Everything a creator can withdraw, their bank accounts, and their requests. */
export default async function Page({ searchParams }: Props) {
  const { page, view } = await loadWithdrawals(await searchParams);
  return <WithdrawalsPage page={page} view={view} />;
}
