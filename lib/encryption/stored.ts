import type pg from 'pg';
import type { DataKeys } from '#lib/env/data-keys.ts';
import { missingKey, open, SEALED, type StoredPlace, seal, UnreadableValue } from './seal.ts';

type Column = { table: string; row: string; column: string };

/** Reading every page needs these: one row or two. */
const SECRETS: readonly Column[] = [
  { table: 'receipt_keys', row: 'id', column: 'private_key' },
  { table: 'service_secrets', row: 'name', column: 'value' },
];

/** The encrypted columns, each with its table's primary key. Typed form values live for an hour: see `results.ts`. */
const COLUMNS: readonly Column[] = [
  ...SECRETS,
  { table: 'bank_accounts', row: 'id', column: 'account_number' },
  { table: 'bank_accounts', row: 'id', column: 'holder_document' },
  // The files themselves are encrypted with these.
  { table: 'bank_account_evidence', row: 'bank_account_id', column: 'file_key' },
];

/** Values of a column that are tried with their key before it counts as another one. */
const TRIED = 3;

/** Values that are encrypted per batch. */
const BATCH = 200;

/** Something that runs SQL: a pool or a connection. */
type Sql = pg.Pool | pg.ClientBase;
type Stored = { row: string; value: string };
/** The number of values under a key; `id` null: unencrypted. */
type KeyCount = { id: string | null; values: number };

/** The keys of all stored values in this database; reads each value once. */
export async function countByKey(sql: Sql): Promise<KeyCount[]> {
  const each = COLUMNS.map(
    ({ table, column }) =>
      `SELECT CASE WHEN starts_with(${column}, '${SEALED}') THEN split_part(${column}, ':', 3) END AS key_id FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const { rows } = await sql.query<KeyCount>(
    `SELECT key_id AS id, count(*)::int AS values FROM (${each.join(' UNION ALL ')}) kept GROUP BY key_id ORDER BY key_id`,
  );
  return rows;
}

/**
 * Checks that the stored values can be decrypted: that every key is present and unchanged.
 * @throws UnreadableValue in one sentence that names the id of the key.
 */
export async function requireDataKeys(sql: Sql, keys: DataKeys | undefined): Promise<void> {
  const known = new Set(keys?.map(({ id }) => id));
  const used = (await countByKey(sql)).flatMap(({ id }) => id ?? []);
  for (const id of used) if (!known.has(id)) throw new UnreadableValue(missingKey(id));
  for (const { table, row, column } of SECRETS) {
    const { rows } = await sql.query<Stored>(
      `SELECT ${row} AS row, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const { row: id, value } of rows) open(value, { table, column, row: id }, keys);
  }
  for (const id of used) await requireOpens(sql, keys, id);
}

/**
 * Checks that a key opens a value that is stored under its id. Where the environment sets the secrets, only bank accounts show
 * that it is another key of the same id. A single changed value does not prevent the start; only a key that opens none does.
 * @throws UnreadableValue
 */
async function requireOpens(sql: Sql, keys: DataKeys | undefined, keyId: string): Promise<void> {
  let refusal: unknown;
  for (const { table, row, column } of COLUMNS) {
    const { rows } = await sql.query<Stored>(
      `SELECT ${row} AS row, ${column} AS value FROM ${table} WHERE starts_with(${column}, $1) ORDER BY ${row} LIMIT ${TRIED}`,
      [`${SEALED}${keyId}:`],
    );
    for (const { row: id, value } of rows) {
      try {
        open(value, { table, column, row: id }, keys);
        return;
      } catch (error) {
        refusal ??= error;
      }
    }
  }
  if (refusal) throw refusal;
}

/** The result of encrypting: the number of values, and a sentence for each reason why one was unreadable and left. */
type Encrypted = { values: number; unreadable: Set<string> };

/**
 * Encrypts values that are unencrypted or, with `anew`, under another key than the first. Each value separately, so that
 * others read and write meanwhile, and an interrupted run continues where it stopped.
 */
export async function encryptStored(sql: Sql, keys: DataKeys, { anew }: { anew: boolean }): Promise<Encrypted> {
  const outcome: Encrypted = { values: 0, unreadable: new Set() };
  const done = anew ? `${SEALED}${keys[0].id}:` : SEALED;
  for (const column of COLUMNS) await encryptColumn(sql, keys, { ...column, done }, outcome);
  return outcome;
}

async function encryptColumn(
  sql: Sql,
  keys: DataKeys,
  { table, row, column, done }: Column & { done: string },
  outcome: Encrypted,
): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql.query<Stored>(
      `SELECT ${row} AS row, ${column} AS value FROM ${table}
        WHERE ${row} > $1 AND NOT starts_with(${column}, $2) ORDER BY ${row} LIMIT ${BATCH}`,
      [last, done],
    );
    for (const { row: id, value } of rows) {
      const sealed = reseal(value, { table, column, row: id }, keys, outcome);
      if (sealed === undefined) continue;
      // Somebody who changed it meanwhile has encrypted it.
      const { rowCount } = await sql.query(`UPDATE ${table} SET ${column} = $1 WHERE ${row} = $2 AND ${column} = $3`, [
        sealed,
        id,
        value,
      ]);
      outcome.values += rowCount ?? 0;
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.row;
  }
}

function reseal(value: string, place: StoredPlace, keys: DataKeys, { unreadable }: Encrypted): string | undefined {
  try {
    return seal(open(value, place, keys), place, keys);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    unreadable.add(error.message);
    return undefined;
  }
}
