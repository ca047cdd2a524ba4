import { db } from '#lib/db.ts';
import { unreachable } from '#lib/unreachable.ts';
import { type CollectedChart, PERIODS, type Period } from './record-view.ts';

type ChartedCause = { key: string; currency: string; country: string };
type Row = { currency: string; day: string; collected: number };

/**
 * What some causes have collected in each of the latest periods, one chart for each of their currencies: contributions
 * as they count now (decisions.md 46), in the period in which they came. Periods are those of UTC.
 */
export async function collectedOverTime(
  causes: readonly ChartedCause[],
  by: Period,
  now: Date,
): Promise<CollectedChart[]> {
  const days = periodsUpTo(by, now);
  const since = new Date(`${days[0]}T00:00:00Z`);
  const keys = causes.map(({ key }) => key);
  const currencyOf = causes.map(({ currency }) => currency);
  const rows = await db().$queryRaw<Row[]>`
    SELECT c.currency, to_char(date_trunc(${by}, p.succeeded_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS day,
           SUM(p.collected)::float8 AS collected
      FROM contributions p JOIN unnest(${keys}::text[], ${currencyOf}::text[]) AS c (key, currency) ON c.key = p.cause_key
     WHERE p.cause_key = ANY(${keys}) AND p.succeeded_at >= ${since}
     GROUP BY 1, 2`;
  const currencies = [...new Set(causes.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    by,
    currency,
    country: causes.find((cause) => cause.currency === currency)?.country ?? '',
    bars: days.map((day) => ({
      day,
      collectedMajor: rows.find((row) => row.currency === currency && row.day === day)?.collected ?? 0,
    })),
  }));
}

/** The first days of the latest periods, oldest first, that of now included. Weeks begin on Monday (ISO 8601). */
export function periodsUpTo(by: Period, now: Date): string[] {
  return Array.from({ length: PERIODS[by] }, (_, index) => firstDay(by, PERIODS[by] - 1 - index, now));
}

/** The first day of the period that lies so many before that of now. */
function firstDay(by: Period, back: number, now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (by) {
    case 'day':
      return dayOf(Date.UTC(year, month, day - back));
    case 'week':
      return dayOf(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) - back * 7));
    case 'month':
      return dayOf(Date.UTC(year, month - back, 1));
    default:
      return unreachable(by);
  }
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
