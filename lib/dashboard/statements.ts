import { Temporal } from 'temporal-polyfill';
import type { CauseWithOwner } from '#lib/causes/find.ts';
import { db } from '#lib/db.ts';
import { causeStatements, type Statement } from '#lib/ledger/statement.ts';
import { instantIn, localTimeIn } from '#lib/time-zone.ts';
import type { DashboardPage, Query } from './dashboard-page.ts';
import { loadOwnCause } from './own-cause.ts';
import type { MonthView, StatementsView, StatementView } from './statement-view.ts';
import { writeMonth, writeRows } from './write-statement.ts';

/** The page of a cause's statements: of the month that the URL names, else of the latest one that is over. */
export async function loadStatements(key: string, query: Query): Promise<DashboardPage & { view: StatementsView }> {
  const { cause, head, ...open } = await loadOwnCause(key, '/statements', query);
  const { page, now } = open;
  const months = monthsOf(cause.createdAt, now, page.timeZone);
  const wanted = months.find((month) => month === page.query.month);
  const month = wanted ?? months[1] ?? months[0] ?? currentMonth(now, page.timeZone);
  const shown = await statementOfMonth(cause, month, page.timeZone, now);
  const file = new URLSearchParams({ month, zone: page.timeZone, lang: page.locale });
  const { firstDay: from, lastDay: to } = shown;
  const donations = new URLSearchParams({ from, to, zone: page.timeZone });
  const view = {
    cause: head,
    shown,
    title: writeMonth(page, month),
    months: months.map((one) => ({ month: one, name: writeMonth(page, one) })),
    tables: shown.statements.map((statement) => ({
      currency: statement.currency,
      rows: writeRows(page, shown, statement),
    })),
    pdfPath: `${page.path}/pdf?${file}`,
    csvPath: `${page.path}/csv?${file}`,
    paymentsPath: `${page.path.replace(/statements$/, 'payments')}?${donations}`,
  };
  return { ...open, view };
}

/**
 * The statements of a cause for a month in a time zone.
 * @param month such as `2026-10`
 */
export async function statementOfMonth(
  cause: CauseWithOwner,
  month: string,
  timeZone: string,
  now: Date,
): Promise<MonthView> {
  const next = monthAfter(month);
  const [from, before] = [firstInstant(month, timeZone), firstInstant(next, timeZone)];
  const statements = await causeStatements(db(), cause, { from, before });
  const isOver = before.getTime() <= now.getTime();
  const last = localTimeIn(timeZone, isOver ? new Date(before.getTime() - 1) : now);
  return {
    cause: { key: cause.key, title: cause.title, country: cause.country },
    creator: cause.owner.name,
    month,
    timeZone,
    isOver,
    preparedAt: now,
    firstDay: `${month}-01`,
    lastDay: last.slice(0, 10),
    statements: statements.map(viewOf),
  };
}

function viewOf({ currency, openingMinor, lines, closingMinor }: Statement): StatementView {
  return {
    currency,
    openingMinor: Number(openingMinor),
    lines: lines.map((line) => ({ ...line, amountMinor: Number(line.amountMinor) })),
    closingMinor: Number(closingMinor),
  };
}

/** The months of a time zone from one instant to another, the latest first, such as `2026-10`. */
export function monthsOf(since: Date, now: Date, timeZone: string): string[] {
  const first = currentMonth(since, timeZone);
  const months: string[] = [];
  for (let month = currentMonth(now, timeZone); month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

/** Whether a text is a month as this file writes it. */
export function isMonth(text: string): boolean {
  return /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

function currentMonth(at: Date, timeZone: string): string {
  return localTimeIn(timeZone, at).slice(0, 7);
}

function monthAfter(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
}

function monthBefore(month: string): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
}

function firstInstant(month: string, timeZone: string): Date {
  const instant = instantIn(timeZone, `${month}-01`);
  if (!instant) throw new Error(`Bug: ${month} is no month`);
  return instant;
}
