/** The cursor of a page: it begins after the row with this instant and id, in a list from newest to oldest. */
export type Cursor = { at: Date; id: string };

/** A cursor as a query parameter. */
export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url');
}

/** Parses a cursor; undefined for an invalid one, so that the list begins at its start. */
export function readCursor(text: unknown): Cursor | undefined {
  if (typeof text !== 'string') return undefined;
  const [, milliseconds = '', id = ''] =
    /^(\d{1,15}) ([\x21-\x7e]{1,300})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return id === '' ? undefined : { at: new Date(Number(milliseconds)), id };
}

/**
 * The rows of one page and the next cursor. Query one row more than the page shows.
 * @param size rows of a page.
 */
export function cutPage<Row>(
  found: readonly Row[],
  size: number,
  cursorOf: (row: Row) => Cursor,
): { rows: Row[]; after: string | null } {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, after: last !== undefined && found.length > size ? writeCursor(cursorOf(last)) : null };
}

/**
 * The condition of a page in a list from newest to oldest, for a Prisma model. The bound on the instant alone lets an index
 * start at the page; the rest orders rows of the same instant.
 */
export function olderThan(after: Cursor | undefined, at: string, id: string): { AND: object[] } {
  if (!after) return { AND: [] };
  const sameOrEarlier = { [at]: { lte: after.at } };
  return { AND: [sameOrEarlier, { OR: [{ [at]: { lt: after.at } }, { [id]: { lt: after.id } }] }] };
}

/** The order of such a list. */
export function newestFirst<At extends string, Id extends string>(at: At, id: Id) {
  return [{ [at]: 'desc' }, { [id]: 'desc' }] as { [K in At | Id]?: 'desc' }[];
}
