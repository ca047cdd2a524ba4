import { createHash } from 'node:crypto';
import { pool } from '#lib/db.ts';
import type { Permission } from '#lib/permissions.ts';

/** Who calls: the client behind a valid key, with what the key allows and what the client agreed to. */
export type Caller = {
  clientId: string;
  keyId: string;
  permissions: ReadonlySet<Permission>;
  /** Addresses or CIDR ranges; empty means any address. */
  allowedIps: readonly string[];
  /** Percent: 5 means 5%. */
  feePercent: number;
  feeModel: string;
  /** What is recorded under the Idempotency-Key that came with the key, however old. */
  recorded: RecordedAnswer | null;
};

/** The answer to an operation that a caller may repeat (spec section 8), and the request that it answered. */
export type RecordedAnswer = {
  method: string;
  path: string;
  bodyHash: string;
  status: number;
  response: string;
  createdAt: Date;
};

const KEY_SHAPE = /^cause_live_[0-9A-Za-z]{32}$/;

/** What is stored of a key: its SHA-256 in hexadecimal. 190 random bits need no salt and no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

type Row = {
  id: string;
  client_id: string;
  permissions: Permission[];
  allowed_ips: string[];
  fee_percent: string;
  fee_model: string;
  stale: boolean;
  method: string | null;
  path: string;
  body_hash: string;
  status: number;
  response: string;
  recorded_at: Date;
};

/**
 * Finds the caller of a key; undefined where the key is unknown, revoked or past the end of its overlap, read anew each
 * time so that a revoked key stops at once. SQL on the pool, because every authenticated request begins with this statement; what an Idempotency-Key
 * has recorded comes with it, because partners that repeat themselves wait for nothing else.
 * @param operationKey the Idempotency-Key of a request that may be repeated
 */
export async function findCaller(key: string, operationKey: string | null): Promise<Caller | undefined> {
  if (!KEY_SHAPE.test(key)) return undefined;
  const { rows } = await pool().query<Row>(
    operationKey === null
      ? { name: 'find-caller', text: callerText(), values: [hashKey(key)] }
      : { name: 'find-caller-and-record', text: callerText(RECORDED), values: [hashKey(key), operationKey] },
  );
  const row = rows[0];
  if (!row) return undefined;
  if (row.stale) await noteUse(row.id);
  return {
    clientId: row.client_id,
    keyId: row.id,
    permissions: new Set(row.permissions),
    allowedIps: row.allowed_ips,
    feePercent: Number(row.fee_percent),
    feeModel: row.fee_model,
    recorded: recordedIn(row),
  };
}

const RECORDED = {
  columns: ', r.method, r.path, r.body_hash, r.status, r.response, r.created_at AS recorded_at',
  join: 'LEFT JOIN idempotency_records r ON r.scope = k.client_id AND r.key = $2',
};

function callerText({ columns, join } = { columns: '', join: '' }): string {
  return `SELECT k.id, k.client_id, k.permissions, k.allowed_ips, c.fee_percent, c.fee_model,
                 (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS stale${columns}
            FROM api_keys k JOIN clients c ON c.id = k.client_id ${join}
           WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
}

function recordedIn(row: Row): RecordedAnswer | null {
  const { method, path, body_hash: bodyHash, status, response, recorded_at: createdAt } = row;
  return method ? { method, path, bodyHash, status, response, createdAt } : null;
}

/** Written at most once a minute (decisions.md 26); SKIP LOCKED, so that no request waits for another's note. */
async function noteUse(keyId: string): Promise<void> {
  await pool().query(
    `UPDATE api_keys SET last_used_at = now()
      WHERE id = (SELECT id FROM api_keys WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
                  FOR UPDATE SKIP LOCKED)`,
    [keyId],
  );
}
