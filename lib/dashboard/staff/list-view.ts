/** The orders of lists. */
export type SortName = 'urgent' | 'newest' | 'oldest' | 'largest' | 'smallest';

/** Where another page of a list begins, and the number of its first row. */
export type PageStart = { cursor: string; row: number };

/** A page of a list, its position, and the pages before and after it. */
export type Listed<Row> = {
  rows: Row[];
  sort: SortName;
  /** The orders that it can have, its usual one first. */
  sorts: SortName[];
  /** The number of the first row, from 1. */
  first: number;
  /** How many rows there are; `isMore`: at least so many, and they were not counted further. */
  total: { count: number; isMore: boolean };
  /** Whether it lacks some of what a search matches, because that is too much. */
  isCut: boolean;
  /** `start`: the beginning of the list. Null if this is the first page. */
  before: PageStart | 'start' | null;
  after: PageStart | null;
};

/** The first rows of a list that has no further pages; `isCut`: there are more. */
export type Cut<Row> = { rows: Row[]; isCut: boolean };

/** Money on pages of staff, in major units. It is about many countries, and so written as the reader's language does. */
export type AmountView = { amountMajor: number; currency: string };

/** An actor: a name and an email or id. */
export type ActorName = { id: string; name: string | null; email: string | null };
