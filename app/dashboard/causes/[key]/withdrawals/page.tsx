import { CauseWithdrawalsPage } from '#components/dashboard/withdrawals/cause-withdrawals-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadCauseWithdrawals } from '#lib/dashboard/own-withdrawals.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The balance of a creator's cause, and the form that requests a withdrawal. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, view } = await loadCauseWithdrawals(decodeURIComponent(key), await searchParams);
  return <CauseWithdrawalsPage page={page} view={view} />;
}
