import { CausesPage } from '#components/dashboard/causes-page.tsx';
import { OverviewPage } from '#components/dashboard/overview-page.tsx';
import { listCausesOf } from '#lib/causes/list.ts';
import { now } from '#lib/clock.ts';
import { loadDashboardPage, type Query } from '#lib/dashboard/dashboard-page.ts';
import { staffOverview } from '#lib/dashboard/overview.ts';
import { cardPauses } from '#lib/dashboard/staff/card-pauses.ts';
import { readCursor } from '#lib/keyset.ts';

type Props = { searchParams: Promise<Query> };

/** The first page of the dashboard: a creator's causes, or an overview for staff. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { actor, page } = await loadDashboardPage('/dashboard', query);
  if (actor.role === 'staff') {
    const at = now();
    const [overview, pauses] = await Promise.all([staffOverview(at), cardPauses(at)]);
    return <OverviewPage page={page} overview={overview} pauses={pauses} now={at} />;
  }
  const { rows, after } = await listCausesOf(actor.id, readCursor(query.after));
  return <CausesPage page={page} causes={rows} after={after} />;
}
