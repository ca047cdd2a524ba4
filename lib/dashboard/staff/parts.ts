import { type Cursor, cutPage } from '#lib/keyset.ts';
import type { Listed } from '../staff-view.ts';

/** A part of a list, in an order of its own. */
export type Part<Row> = {
  /** So many of its rows, from its beginning or after a row. */
  find: (after: Cursor | undefined, take: number) => Promise<Row[]>;
  cursorOf: (row: Row) => Cursor;
};

/**
 * One page of a list whose parts follow one another: where one ends, the next begins on the same page. A cursor names the
 * part of its row before the row's id.
 */
export async function listParts<Row>(
  parts: readonly Part<Row>[],
  after: Cursor | undefined,
  size: number,
): Promise<Listed<Row>> {
  const [, first = '0', id = ''] = /^(\d)\.(.+)$/.exec(after?.id ?? '') ?? [];
  const found: { row: Row; cursor: Cursor }[] = [];
  for (const [index, part] of parts.entries()) {
    if (index < Number(first) || found.length > size) continue;
    const begin = after && id !== '' && index === Number(first) ? { at: after.at, id } : undefined;
    for (const row of await part.find(begin, size + 1 - found.length)) {
      const cursor = part.cursorOf(row);
      found.push({ row, cursor: { at: cursor.at, id: `${index}.${cursor.id}` } });
    }
  }
  const page = cutPage(found, size, ({ cursor }) => cursor);
  return { rows: page.rows.map(({ row }) => row), after: page.after };
}
