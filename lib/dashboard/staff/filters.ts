import { isStorable } from '#lib/storable.ts';
import type { Query } from '../open-page.ts';

/** Longest text that a list is searched by. */
const MAX_SEARCH = 300;

/** The text that a list is searched by; undefined where there is none that anything could be found by. */
export function searchText(query: Query, name = 'q'): string | undefined {
  const value = query[name];
  if (typeof value !== 'string') return undefined;
  const text = value.trim().slice(0, MAX_SEARCH);
  return text === '' || !isStorable(text) ? undefined : text;
}

/** A choice among some; undefined where the address names none of them. */
export function chosen<T extends string>(query: Query, name: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === query[name]);
}
