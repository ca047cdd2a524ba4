import { WithdrawalsPage } from '#components/dashboard/withdrawals/withdrawals-page.tsx';
import type { Query } from '#lib/dashboard/open-page.ts';
import { openWithdrawals } from '#lib/dashboard/own-withdrawals.ts';

type Props = { searchParams: Promise<Query> };

/** Everything a creator can withdraw, their bank accounts, and what they have asked for. */
export default async function Page({ searchParams }: Props) {
  const { page, view } = await openWithdrawals(await searchParams);
  return <WithdrawalsPage page={page} view={view} />;
}
