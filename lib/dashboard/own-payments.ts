import { db } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import { collectedOverTime } from '#lib/payments/views/collected-over-time.ts';
import { listRecords } from '#lib/payments/views/list-records.ts';
import type { ChartPeriod, CollectedChart, PaymentRecord } from '#lib/payments/views/record-view.ts';
import { type DashboardPage, loadDashboardPage, type Query } from './dashboard-page.ts';
import { loadOwnCause } from './own-cause.ts';
import type { PageView } from './page-view.ts';
import { filterQuery, readFilter, readPeriod } from './payment-filter.ts';
import type { PaymentsView } from './payment-view.ts';

/** Rows on one page of the list. */
const PAGE_SIZE = 50;
/** Rows of the latest payments on the page of a cause. */
const LATEST = 5;

/** The data of a creator's causes for their payments. */
export function causesOf(ownerId: string) {
  return db().cause.findMany({
    where: { ownerId },
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    select: { key: true, currency: true, country: true },
  });
}

/** The page of the payments of one cause. */
export async function loadCausePayments(key: string, query: Query): Promise<DashboardPage & PaymentsView> {
  const { head, ...open } = await loadOwnCause(key, '/payments', query);
  return {
    ...open,
    ...(await paymentsOn(open, [head])),
    cause: head,
    by: readPeriod(open.page.query),
    charts: [],
  };
}

/** The page of the payments of all causes of a creator. */
export async function loadAllPayments(query: Query): Promise<DashboardPage & PaymentsView> {
  const open = await loadDashboardPage('/dashboard/payments', query, 'creator');
  const causes = await causesOf(open.actor.id);
  const by = readPeriod(open.page.query);
  const charts = await collectedOverTime(causes, by, open.page.timeZone, open.now);
  return { ...open, ...(await paymentsOn(open, causes)), cause: null, by, charts };
}

async function paymentsOn({ page }: DashboardPage, causes: readonly { key: string }[]) {
  const { filter, view } = readFilter(page.query, page.timeZone);
  const keys = causes.map(({ key }) => key);
  const { rows, after } = await listRecords(keys, filter, readCursor(page.query.after), PAGE_SIZE);
  const query = filterQuery({ ...page.query, zone: view.zone });
  return {
    filter: view,
    rows,
    after,
    exportPath: `${page.path}/export`,
    thanksPath: `${page.path}/donors${query}`,
  };
}

type Money = { by: ChartPeriod; charts: CollectedChart[]; latest: PaymentRecord[] };

/** The collected amount over time, and the latest donations, for the overview of a cause. */
export async function loadCollected(
  cause: { key: string; currency: string; country: string },
  { query, timeZone }: Pick<PageView, 'query' | 'timeZone'>,
  now: Date,
): Promise<Money> {
  const by = readPeriod(query);
  const [charts, latest] = await Promise.all([
    collectedOverTime([cause], by, timeZone, now),
    listRecords([cause.key], {}, undefined, LATEST),
  ]);
  return { by, charts, latest: latest.rows };
}
