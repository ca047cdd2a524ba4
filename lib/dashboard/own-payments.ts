import { db } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import { collectedOverTime } from '#lib/payments/collected-over-time.ts';
import { listRecords } from '#lib/payments/list-records.ts';
import type { CollectedChart, PaymentRecord } from '#lib/payments/record-view.ts';
import { type OpenPage, openPage, type Query } from './open-page.ts';
import { openOwnCause } from './own-cause.ts';
import { filterQuery, readFilter, readPeriod } from './payment-filter.ts';
import type { PaymentsView } from './payment-view.ts';

/** Rows on one page of the list. */
const PAGE_SIZE = 50;
/** Rows beside other things. */
const LATEST = 5;

/** The causes of a creator, as far as their payments need them. */
export function causesOf(ownerId: string) {
  return db().cause.findMany({
    where: { ownerId },
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    select: { key: true, currency: true, country: true },
  });
}

/** The page of the payments of one cause. */
export async function openCausePayments(key: string, query: Query): Promise<OpenPage & PaymentsView> {
  const { head, ...open } = await openOwnCause(key, '/payments', query);
  return { ...open, ...(await paymentsOn(open, [head])), cause: head, charts: [] };
}

/** The page of the payments of all causes of a creator. */
export async function openAllPayments(query: Query): Promise<OpenPage & PaymentsView> {
  const open = await openPage('/dashboard/payments', query, 'creator');
  const causes = await causesOf(open.actor.id);
  const charts = await collectedOverTime(causes, readPeriod(open.page.query), open.now);
  return { ...open, ...(await paymentsOn(open, causes)), cause: null, charts };
}

async function paymentsOn({ page }: OpenPage, causes: readonly { key: string }[]) {
  const { filter, view } = readFilter(page.query);
  const keys = causes.map(({ key }) => key);
  const { rows, after } = await listRecords(keys, filter, readCursor(page.query.after), PAGE_SIZE);
  return { filter: view, rows, after, exportPath: `${page.path}/export${filterQuery(page.query)}` };
}

type Money = { charts: CollectedChart[]; latest: PaymentRecord[] };

/** What the overview of a cause says of its money: what it collected over time, and the latest donations. */
export async function moneyOfCause(
  cause: { key: string; currency: string; country: string },
  query: Readonly<Record<string, string>>,
  now: Date,
): Promise<Money> {
  const [charts, latest] = await Promise.all([
    collectedOverTime([cause], readPeriod(query), now),
    listRecords([cause.key], {}, undefined, LATEST),
  ]);
  return { charts, latest: latest.rows };
}
