import type { Query } from '../dashboard-page.ts';
import {
  conditionsAfter,
  type ListPart,
  type Orders,
  orderBy,
  type Position,
  positionOf,
  readPosition,
  writePosition,
} from './list-order.ts';
import type { Cut, Listed, SortName } from './list-view.ts';

/** Rows on one page of a list. */
export const PAGE_SIZE = 50;
/** The most shown of what waits for a decision: those make room for the next ones. One more is read, so that the page says so. */
export const MOST_WAITING = PAGE_SIZE;
/** The first rows of a list, of which one more was read than it shows. */
export function cutTo<Row>(most: number, found: Row[]): Cut<Row> {
  return { rows: found.slice(0, most), isCut: found.length > most };
}

/** A list that is longer is not counted: that would read all of it. */
const MOST_COUNTED = 1000;
/** How many rows of a file are in memory at once. */
const CHUNK = 1000;

type Paging = { orderBy: object[]; take: number };

/** A list of staff: the filtered rows, the orders that it can have, and how a row is shown. */
export type StaffList<Found extends object, Row> = {
  /** What the filters leave, as a condition of the model. */
  where: object;
  orders: Orders;
  /** Reads rows: both arguments belong into the query. */
  find: (where: { AND: object[] }, paging: Paging) => Promise<Found[]>;
  /** Counts rows, up to `take`. */
  count: (where: { AND: object[] }, paging: Paging) => Promise<number>;
  present: (found: Found[]) => Row[] | Promise<Row[]>;
  /** Whether it lacks some of what a search matches, because that is too much (found.ts). */
  isCut?: boolean;
};

/**
 * The page of a list that a query names: after or before a row, in an order. Its position is counted along: `row` is the
 * number of its first row, as the link said that led here.
 */
export async function listPage<Found extends object, Row>(
  list: StaffList<Found, Row>,
  query: Query,
): Promise<Listed<Row>> {
  const sort = sortOf(list, query);
  const parts = list.orders[sort] ?? [];
  const before = readPosition(query.before, parts);
  if (before) {
    const found = await read(list, parts, { from: before, isBackward: true, take: PAGE_SIZE + 1 });
    // With less than a page before it, the list begins here.
    if (found.length > PAGE_SIZE) {
      const rows = found.slice(0, PAGE_SIZE).reverse();
      return shown(list, query, sort, rows, { hasBefore: true, hasAfter: true });
    }
  }
  const from = before ? undefined : readPosition(query.after, parts);
  const found = await read(list, parts, { from, isBackward: false, take: PAGE_SIZE + 1 });
  const more = { hasBefore: from !== undefined, hasAfter: found.length > PAGE_SIZE };
  return shown(list, query, sort, found.slice(0, PAGE_SIZE), more);
}

/** Everything that the filters leave in chunks, in the order of the list. No connection is held between them. */
export async function* listAll<Found extends object, Row>(
  list: StaffList<Found, Row>,
  query: Query,
): AsyncGenerator<Row[], void, undefined> {
  const parts = list.orders[sortOf(list, query)] ?? [];
  let from: Position | undefined;
  do {
    const found: Placed<Found>[] = await read(list, parts, { from, isBackward: false, take: CHUNK });
    if (found.length > 0) yield await list.present(found.map(({ row }) => row));
    from = found.length < CHUNK ? undefined : found.at(-1)?.position;
  } while (from);
}

type Placed<Found> = { row: Found; position: Position };
type Stretch = { from: Position | undefined; isBackward: boolean; take: number };

/** Reads so many rows from a position on, over the parts of the list. */
async function read<Found extends object, Row>(
  { where, find }: StaffList<Found, Row>,
  parts: readonly ListPart[],
  { from, isBackward, take }: Stretch,
): Promise<Placed<Found>[]> {
  const found: Placed<Found>[] = [];
  const numbered = parts.map((part, index) => ({ part, index }));
  for (const { part, index } of isBackward ? numbered.reverse() : numbered) {
    if (from && (isBackward ? index > from.part : index < from.part)) continue;
    const isAscending = part.isAscending !== isBackward;
    const starts = from?.part === index ? conditionsAfter(part, from.values, isAscending) : [{}];
    for (const start of starts) {
      if (found.length >= take) return found;
      const paging = { orderBy: orderBy(part, isAscending), take: take - found.length };
      const rows = await find({ AND: [where, part.where ?? {}, start] }, paging);
      found.push(...rows.map((row) => ({ row, position: positionOf(row, index, part) })));
    }
  }
  return found;
}

async function shown<Found extends object, Row>(
  list: StaffList<Found, Row>,
  query: Query,
  sort: SortName,
  found: Placed<Found>[],
  { hasBefore, hasAfter }: { hasBefore: boolean; hasAfter: boolean },
): Promise<Listed<Row>> {
  const first = hasBefore ? Math.max(readRow(query.row), PAGE_SIZE + 1) : 1;
  const last = first + found.length - 1;
  const [top, bottom] = [found[0], found.at(-1)];
  const total = hasAfter ? await countUpTo(list, last) : { count: last, isMore: false };
  const isCut = list.isCut ?? false;
  return {
    rows: await list.present(found.map(({ row }) => row)),
    sort,
    sorts: Object.keys(list.orders) as SortName[],
    first,
    total: { ...total, isMore: total.isMore || isCut },
    isCut,
    // The page before the second one is the beginning of the list, with what has been added there.
    before:
      hasBefore && top
        ? first > 2 * PAGE_SIZE
          ? { cursor: writePosition(top.position), row: first - PAGE_SIZE }
          : 'start'
        : null,
    after: hasAfter && bottom ? { cursor: writePosition(bottom.position), row: last + 1 } : null,
  };
}

/** How many rows there are, beyond those that are known. */
async function countUpTo<Found extends object, Row>(
  { where, orders, count }: StaffList<Found, Row>,
  known: number,
): Promise<Listed<Row>['total']> {
  if (known >= MOST_COUNTED) return { count: known, isMore: true };
  let sum = 0;
  // In the order of the list, so that the index is used that serves it.
  for (const part of Object.values(orders)[0] ?? []) {
    const paging = { orderBy: orderBy(part, part.isAscending), take: MOST_COUNTED + 1 - sum };
    sum += await count({ AND: [where, part.where ?? {}] }, paging);
    if (sum > MOST_COUNTED) return { count: MOST_COUNTED, isMore: true };
  }
  return { count: Math.max(sum, known), isMore: false };
}

function readRow(value: Query[string]): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

function sortOf({ orders }: { orders: Orders }, query: Query): SortName {
  const names = Object.keys(orders) as SortName[];
  const [usual = 'newest'] = names;
  return names.find((name) => name === query.sort) ?? usual;
}
