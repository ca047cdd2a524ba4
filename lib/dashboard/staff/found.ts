import { db } from '#lib/db.ts';

/** The most that a search finds: what is not among them needs a better hint. */
export const MAX_FOUND = 500;
/** The most rows that are sorted for that. Of more, some: a beginning can be that of any number of names. */
const MAX_SORTED = 2000;

/** The ids that a search found; `isCut` if more match. */
export type Found = { ids: string[]; isCut: boolean };
type Row = { id: string };

/**
 * The newest of some rows, one more than a search finds: a template of a query for `id` and `created_at`. They are limited before
 * they are sorted, so that PostgreSQL reads the index of their condition and not that of the order.
 */
export function newest(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
  const texts = [...strings];
  texts[0] = `SELECT id FROM (${texts[0]}`;
  texts[texts.length - 1] += ` LIMIT ${MAX_SORTED}) AS found ORDER BY created_at DESC, id DESC LIMIT ${MAX_FOUND + 1}`;
  return db().$queryRaw<Row[]>(Object.assign(texts, { raw: texts }), ...values);
}

/** What several parts of a search found together: of each no more than a search finds. */
export function foundIn(...parts: readonly (readonly Row[])[]): Found {
  const ids = parts.flatMap((rows) => rows.slice(0, MAX_FOUND).map(({ id }) => id));
  return { ids: [...new Set(ids)], isCut: parts.some(({ length }) => length > MAX_FOUND) };
}
