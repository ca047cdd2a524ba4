import { FailedRefundsPage } from '#components/dashboard/staff/failed-refunds-page.tsx';
import { openPage, type Query } from '#lib/dashboard/open-page.ts';
import { listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** Refunds that failed and that nobody has seen to. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { page } = await openPage('/dashboard/staff/refunds', query, 'staff');
  return <FailedRefundsPage page={page} refunds={await listFailedRefunds(readCursor(query.after))} />;
}
