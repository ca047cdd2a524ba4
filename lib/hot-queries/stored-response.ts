import type pg from 'pg';
import { pool } from '#lib/db.ts';
import { preparedText, type RowInsert, withClauses } from '#lib/row-insert.ts';
import type { JoinedLookup } from './find-caller.ts';

/*
 * Responses stored under Idempotency-Keys. A replay is one statement, because the lookup is joined to the caller. A row and
 * its response are written in one statement, because a transaction of four would halve the minting rate. Benchmark:
 * `replay`, `mint-with-key`.
 */

/** The request of an Idempotency-Key: the owner of the key, and the fingerprint of the request. */
export type IdempotentRequest = {
  scope: string;
  key: string;
  method: string;
  path: string;
  bodyHash: string;
};

/** The response stored under an Idempotency-Key (specification 8), and the request that it answered. */
export type StoredResponse = Pick<IdempotentRequest, 'method' | 'path' | 'bodyHash'> & {
  status: number;
  response: string;
  createdAt: Date;
};

type Row = Omit<StoredResponse, 'method' | 'createdAt'> & { method: string | null; recordedAt: Date };

/** The response stored under a key of the caller's client, of any age; null if there is none. */
export function storedResponseLookup(key: string): JoinedLookup<StoredResponse | null> {
  return {
    name: 'stored-response',
    sql: (parameter) => ({
      columns: `r.method, r.path, r.body_hash AS "bodyHash", r.status, r.response, r.created_at AS "recordedAt"`,
      join: `LEFT JOIN idempotency_records r ON r.scope = k.client_id AND r.key = ${parameter}`,
    }),
    value: key,
    read: ({ method, path, bodyHash, status, response, recordedAt }: Row) =>
      method === null ? null : { method, path, bodyHash, status, response, createdAt: recordedAt },
  };
}

type NewResponse = IdempotentRequest & Pick<StoredResponse, 'status' | 'response' | 'createdAt'>;

/**
 * Inserts the rows, if given, and stores the response under the key, or does neither, in one statement. It takes the advisory
 * lock on the key without waiting, and holds it until the commit. A stored response is replaced if it is from `forgottenAt`
 * or before.
 * @returns `locked` while another request has the lock, `taken` if another response is stored
 */
export async function storeResponse(
  lock: bigint,
  { scope, key, method, path, bodyHash, status, response, createdAt }: NewResponse,
  forgottenAt: Date,
  insert: RowInsert | null,
): Promise<'stored' | 'locked' | 'taken'> {
  const values = [lock, scope, key, method, path, bodyHash, status, response, createdAt, forgottenAt];
  const name = insert ? `${insert.name}-with-response` : 'store-response';
  const row = await runToItsEnd<{ isFree: boolean; isStored: boolean }>({
    name,
    text: preparedText(name, () => storeText(insert?.sql(values.length + 1, 'FROM stored') ?? [])),
    values: [...values, ...(insert?.values ?? [])],
  });
  if (!row?.isFree) return 'locked';
  return row.isStored ? 'stored' : 'taken';
}

/**
 * The first row of a statement. PostgreSQL reports an error before it has ended the transaction, so a retry could still meet the
 * locks of the failed statement. After an error, one more query is sent on the connection: its answer comes once they are free.
 */
async function runToItsEnd<Row extends object>(statement: pg.QueryConfig): Promise<Row | undefined> {
  const connection = await pool().connect();
  try {
    return (await connection.query<Row>(statement)).rows[0];
  } catch (error) {
    await connection.query('SELECT 1').catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

function storeText(inserts: readonly string[]): string {
  return `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1::bigint) AS free),
      stored AS (
        INSERT INTO idempotency_records AS r (scope, key, method, path, body_hash, status, response, created_at)
        SELECT $2::text, $3::text, $4::text, $5::text, $6::text, $7::int, $8::text, $9::timestamptz FROM lock WHERE free
        ON CONFLICT (scope, key) DO UPDATE SET method = EXCLUDED.method, path = EXCLUDED.path, body_hash = EXCLUDED.body_hash,
          status = EXCLUDED.status, response = EXCLUDED.response, created_at = EXCLUDED.created_at
        WHERE r.created_at <= $10::timestamptz
        RETURNING key)${withClauses(inserts)
          .map((clause) => `, ${clause}`)
          .join('')}
      SELECT free AS "isFree", EXISTS (SELECT FROM stored) AS "isStored" FROM lock`;
}
