import { ReviewPage } from '#components/dashboard/withdrawals/review-page.tsx';
import type { Query } from '#lib/dashboard/dashboard-page.ts';
import { loadWithdrawalReview } from '#lib/dashboard/own-withdrawals.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** A withdrawal that its creator reviews before requesting it. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  const { page, view } = await loadWithdrawalReview(decodeURIComponent(key), await searchParams);
  return <ReviewPage page={page} view={view} />;
}
