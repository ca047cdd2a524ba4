import { Temporal } from 'temporal-polyfill';
import { db } from '#lib/db.ts';
import { instantIn, localTimeIn } from '#lib/time-zone.ts';
import { unreachable } from '#lib/unreachable.ts';
import { type ChartPeriod, type CollectedChart, PERIODS } from './record-view.ts';

type ChartedCause = { key: string; currency: string; country: string };
type Row = { currency: string; slot: number; collected: number };

/**
 * What some causes have collected in each of the latest periods and in as many periods before them, one chart per currency:
 * contributions less what was refunded since (ruling 46), in the period of the payment. A currency in which nothing was
 * collected has none.
 * @param timeZone in which days, weeks and months begin
 */
export async function collectedOverTime(
  causes: readonly ChartedCause[],
  by: ChartPeriod,
  timeZone: string,
  now: Date,
): Promise<CollectedChart[]> {
  const count = PERIODS[by];
  const days = periodsUpTo(by, 2 * count, localTimeIn(timeZone, now).slice(0, 10));
  const bounds = days.map((day) => instantIn(timeZone, day));
  const keys = causes.map(({ key }) => key);
  const currencyOf = causes.map(({ currency }) => currency);
  // Periods begin where the reader's clock says so: the database need not know every time zone by its name. A day that clocks skip
  // begins where the next one does; `width_bucket` counts what came then to the last of equal bounds.
  const rows = await db().$queryRaw<Row[]>`
    SELECT c.currency, width_bucket(p.succeeded_at, ${bounds}::timestamptz[]) AS slot, SUM(p.collected)::float8 AS collected
      FROM contributions p JOIN unnest(${keys}::text[], ${currencyOf}::text[]) AS c (key, currency) ON c.key = p.cause_key
     WHERE p.cause_key = ANY(${keys}) AND p.succeeded_at >= ${bounds[0]}
     GROUP BY 1, 2`;
  const currencies = [...new Set(rows.filter(({ collected }) => collected > 0).map(({ currency }) => currency))];
  return currencies.sort().map((currency) => {
    const own = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.slot, row.collected]));
    const bars = days.slice(count).map((day, index) => ({
      day,
      collectedMajor: own.get(count + index + 1) ?? 0,
      beforeDay: days[index] ?? day,
      beforeMajor: own.get(index + 1) ?? 0,
    }));
    const country = causes.find((cause) => cause.currency === currency)?.country ?? '';
    return { by, currency, country, bars };
  });
}

/**
 * The first days of the latest periods, oldest first, including the current one. Weeks begin on Monday (ISO 8601).
 * @param today such as `2026-11-21`
 */
export function periodsUpTo(by: ChartPeriod, count: number, today: string): string[] {
  const latest = firstDay(by, Temporal.PlainDate.from(today));
  return Array.from({ length: count }, (_, index) => latest.subtract({ [`${by}s`]: count - 1 - index }).toString());
}

/** The first day of the period that a day is in. */
function firstDay(by: ChartPeriod, day: Temporal.PlainDate): Temporal.PlainDate {
  switch (by) {
    case 'day':
      return day;
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1 });
    case 'month':
      return day.with({ day: 1 });
    default:
      return unreachable(by);
  }
}
