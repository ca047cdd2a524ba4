import { CauseWithdrawalsPage } from '#components/dashboard/withdrawals/cause-withdrawals-page.tsx';
import type { Query } from '#lib/dashboard/open-page.ts';
import { openCauseWithdrawals } from '#lib/dashboard/own-withdrawals.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The balance of an own cause, and the form that asks for a withdrawal. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, view } = await openCauseWithdrawals(decodeURIComponent(key), await searchParams);
  return <CauseWithdrawalsPage page={page} view={view} />;
}
