import type { Period } from '#lib/ledger/period-figures.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { dayAfter, instantIn } from '#lib/time-zone.ts';
import type { Query } from '../dashboard-page.ts';
import { pastedText } from './pasted-text.ts';

/** The query of a list, and the time zone of its days: the one that the page writes times in. Without one they are of UTC. */
export type ListQuery = Query & { timeZone?: string };

/** Longest search text of a list. */
const MAX_SEARCH = 300;

/** The search text of a list; undefined if it is empty or could match nothing. */
export function searchText(query: Query, name = 'q'): string | undefined {
  const value = query[name];
  if (typeof value !== 'string') return undefined;
  const text = pastedText(value.trim()).slice(0, MAX_SEARCH);
  return text === '' || !isStorableText(text) ? undefined : text;
}

/** A choice among some; undefined if the URL has none of them. */
export function readChoice<T extends string>(query: Query, name: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === query[name]);
}

/** The days `from` and `to` of a list, both included, as a condition on a time. */
export function withinDays(query: ListQuery, field: string): object {
  const { from, before } = periodOf(query);
  if (!from && !before) return {};
  return { [field]: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } };
}

/** The first instant of the day `from`, and the first one after the day `to`. */
export function periodOf({ timeZone = 'UTC', from, to }: ListQuery): Period {
  const last = readDay(to, timeZone);
  return { from: readDay(from, timeZone)?.begins, before: last && instantIn(timeZone, dayAfter(last.day)) };
}

/** Whether days are chosen. An index of amounts does not begin at a day, so such a list is not sorted by amount. */
export function hasDays({ timeZone = 'UTC', from, to }: ListQuery): boolean {
  return readDay(from, timeZone) !== undefined || readDay(to, timeZone) !== undefined;
}

/** A day as an input for dates writes it, and its first instant in a zone; undefined for a text that is none. */
function readDay(value: Query[string], timeZone: string): { day: string; begins: Date } | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const begins = instantIn(timeZone, value);
  return begins && { day: value, begins };
}
