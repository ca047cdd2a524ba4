import { isStorableText } from '#lib/storable-text.ts';
import { dayAfter, instantIn } from '#lib/time-zone.ts';
import type { Query } from '../dashboard-page.ts';

/** Longest search text of a list. */
const MAX_SEARCH = 300;

/** The search text of a list; undefined if it is empty or could match nothing. */
export function searchText(query: Query, name = 'q'): string | undefined {
  const value = query[name];
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, MAX_SEARCH);
  return text === '' || !isStorableText(text) ? undefined : text;
}

/** A choice among some; undefined if the URL has none of them. */
export function chosen<T extends string>(query: Query, name: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === query[name]);
}

/** The days `from` and `to` of a list, in UTC and both included, as a condition on a time. */
export function withinDays(query: Query, field: string): object {
  const [from, to] = [readDay(query.from), readDay(query.to)];
  const end = to && instantIn('UTC', dayAfter(to.day));
  if (!from && !end) return {};
  return { [field]: { ...(from ? { gte: from.begins } : {}), ...(end ? { lt: end } : {}) } };
}

/** Whether days are chosen. An index of amounts does not begin at a day, so such a list is not sorted by amount. */
export function hasDays(query: Query): boolean {
  return readDay(query.from) !== undefined || readDay(query.to) !== undefined;
}

/** A day in UTC, as an input for dates writes it; undefined for a text that is none. */
function readDay(value: Query[string]): { day: string; begins: Date } | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const begins = instantIn('UTC', value);
  return begins && { day: value, begins };
}
