import MiniSearch from 'minisearch';
import type { SearchEntry } from '#lib/docs/search-entries.ts';

/** The most results that are shown. */
const MOST = 30;

/** @returns the entries for what a reader typed, best first: beginnings of words count, and small mistakes are forgiven. */
export function finder(entries: readonly SearchEntry[]): (query: string) => SearchEntry[] {
  const byHref = new Map(entries.map((entry) => [entry.href, entry]));
  const index = new MiniSearch<SearchEntry>({
    idField: 'href',
    fields: ['title', 'place', 'text'],
    searchOptions: {
      boost: { title: 6, place: 0.5 },
      prefix: true,
      fuzzy: (word) => (word.length > 3 ? 0.25 : false),
      weights: { prefix: 0.7, fuzzy: 0.3 },
    },
  });
  index.addAll(entries);
  return (query) => {
    const all = index.search(query, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(query);
    return found.slice(0, MOST).flatMap(({ id }) => byHref.get(id) ?? []);
  };
}
