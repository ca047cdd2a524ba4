import { notFound } from 'next/navigation';
import { ReviewPage } from '#components/dashboard/review-page.tsx';
import { loadDashboardPage, type Query } from '#lib/dashboard/dashboard-page.ts';
import { REVIEW_PATH } from '#lib/dashboard/perform.ts';
import { readResult } from '#lib/dashboard/results.ts';

/** What an action would do, for its sender to confirm. Not found for anybody else, and once the form is too old. */
export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { actor, page, now } = await loadDashboardPage(REVIEW_PATH, query);
  const review = await readResult(actor, query.form, now);
  if (review?.kind !== 'review') notFound();
  return <ReviewPage page={page} review={review} now={now} />;
}
