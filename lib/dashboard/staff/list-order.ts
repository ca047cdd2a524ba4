import type { SortName } from './list-view.ts';

/** A column that a list is ordered by, and what its values are. */
type Key = { field: string; kind: 'time' | 'number' | 'text' };
export type Value = Date | bigint | string;

/** A part of a list with its own order. Parts follow one another: where one ends, the next begins on the same page. */
export type ListPart = { where?: object; keys: readonly Key[]; isAscending: boolean };

/** What a list can be sorted by. The first is its order unless another one is chosen. */
export type Orders = Partial<Record<SortName, readonly ListPart[]>>;

const time = (field: string): Key => ({ field, kind: 'time' });
const number = (field: string): Key => ({ field, kind: 'number' });
const text = (field: string): Key => ({ field, kind: 'text' });

/** By a time, and by the id of rows with the same time. */
export function byTime(at: string, id = 'id', where: object = {}) {
  const keys = [time(at), text(id)];
  return {
    newest: [{ where, keys, isAscending: false }],
    oldest: [{ where, keys, isAscending: true }],
  };
}

/** By an amount. Amounts of two currencies do not compare, so each currency is ordered by itself. */
export function byAmount(amount: string, currency: string | null = 'currency', where: object = {}) {
  const keys = [...(currency === null ? [] : [text(currency)]), number(amount), text('id')];
  return {
    largest: [{ where, keys, isAscending: false }],
    smallest: [{ where, keys, isAscending: true }],
  };
}

/** The rows of a part without order of their own, by id. */
export function byId(where: object, isAscending = true): ListPart {
  return { where, keys: [text('id')], isAscending };
}

/** The position of a row in a list: the part that it is in, and its values of that part's keys. */
export type Position = { part: number; values: Value[] };

/** A position as a query parameter: the values, then the part. */
export function writePosition({ part, values }: Position): string {
  const written = values.map((value) => (value instanceof Date ? value.getTime() : value));
  return Buffer.from([...written, part].join(' ')).toString('base64url');
}

/** Parses a position in a list of these parts; undefined for an invalid one, so that the list begins at its start. */
export function readPosition(written: unknown, parts: readonly ListPart[]): Position | undefined {
  if (typeof written !== 'string') return undefined;
  const words = Buffer.from(written, 'base64url').toString().split(' ');
  const part = Number(words.pop());
  const keys = parts[part]?.keys;
  if (!keys || words.length !== keys.length) return undefined;
  const values = keys.map(({ kind }, index) => readValue(kind, words[index] ?? ''));
  return values.every((value) => value !== undefined) ? { part, values } : undefined;
}

function readValue(kind: Key['kind'], word: string): Value | undefined {
  if (kind === 'text') return /^[\x21-\x7e]{1,300}$/.test(word) ? word : undefined;
  if (!/^\d{1,15}$/.test(word)) return undefined;
  return kind === 'time' ? new Date(Number(word)) : BigInt(word);
}

/** The position of a row. */
export function positionOf(row: object, part: number, { keys }: ListPart): Position {
  const record = row as Record<string, Value>;
  return {
    part,
    values: keys.map(({ field }) => {
      const value = record[field];
      if (value === undefined || value === null) throw new Error(`Bug: a list by ${field}, which a row lacks`);
      return value;
    }),
  };
}

/**
 * What follows a row in the order of its part, as conditions of queries that are made one after the other: first the rows
 * that differ in the last key alone. PostgreSQL finds the beginning of each in an index of the keys, however deep it is.
 */
export function conditionsAfter({ keys }: ListPart, values: readonly Value[], isAscending: boolean): object[] {
  const beyond = isAscending ? 'gt' : 'lt';
  return keys
    .map((key, index) => ({
      ...Object.fromEntries(keys.slice(0, index).map(({ field }, n) => [field, values[n]])),
      [key.field]: { [beyond]: values[index] },
    }))
    .reverse();
}

/** The order of a part for Prisma. */
export function orderBy({ keys }: ListPart, isAscending: boolean): object[] {
  return keys.map(({ field }) => ({ [field]: isAscending ? 'asc' : 'desc' }));
}
