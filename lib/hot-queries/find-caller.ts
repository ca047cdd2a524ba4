import { hash } from 'node:crypto';
import { pool, reads } from '#lib/db.ts';
import type { Permission } from '#lib/permissions.ts';

/*
 * Every request with a key begins with this statement. It can join one more row that the endpoint needs: a second round
 * trip would cost a poll a third of its rate. Benchmark: `poll`, `poll-completed`, `not-modified`, `replay`.
 */

/** The client behind a valid key, with the key's permissions. */
export type Caller = {
  clientId: string;
  permissions: ReadonlySet<Permission>;
  /** Addresses or CIDR ranges; empty means any address. */
  allowedIps: readonly string[];
};

/** A row of another table, found by one value and read in the statement that finds the caller. */
export type JoinedLookup<Found> = {
  /** Distinguishes the prepared statement from others. */
  name: string;
  /**
   * The part of the statement: columns and a join to the caller's key `k`.
   * @param parameter the placeholder of the value, such as `$2`
   */
  sql: (parameter: string) => { columns: string; join: string };
  value: string | null;
  /** Reads the lookup's own columns from a row of the statement. */
  read(row: object): Found;
};

const KEY_SHAPE = /^cause_live_[0-9A-Za-z]{32}$/;

/** The stored form of a key: its SHA-256 in hexadecimal. 190 random bits need no salt and no slow hash. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

type Row = {
  callerId: string;
  permissions: string;
  allowedIps: string;
  isUseStale: boolean;
};

/**
 * Finds the caller of a key, and the row of `lookup`. Undefined if the key is unknown, revoked, expired or not approved
 * yet. Nothing is cached, so that a revoked key stops at once.
 */
export async function findCaller<Found>(
  key: string,
  lookup: JoinedLookup<Found> | null = null,
): Promise<{ caller: Caller; found: Found | null } | undefined> {
  if (!KEY_SHAPE.test(key)) return undefined;
  const keyHash = hashKey(key);
  const values = lookup ? [keyHash, lookup.value] : [keyHash];
  const [row] = await reads().rows<Row>({ ...statementFor(lookup), values });
  if (!row) return undefined;
  if (row.isUseStale) await recordUse(keyHash);
  return { caller: callerIn(row), found: lookup ? lookup.read(row) : null };
}

function callerIn(row: Row): Caller {
  return {
    clientId: row.callerId,
    permissions: new Set(split(row.permissions) as Permission[]),
    allowedIps: split(row.allowedIps),
  };
}

/** Splits a list that the statement joined with spaces, which neither permissions nor addresses contain. */
function split(list: string): string[] {
  return list === '' ? [] : list.split(' ');
}

/** The texts of the statements by name: one for each lookup. */
const STATEMENTS = new Map<string, { name: string; text: string }>();

function statementFor(lookup: JoinedLookup<unknown> | null): { name: string; text: string } {
  const name = lookup ? `find-caller-${lookup.name}` : 'find-caller';
  let statement = STATEMENTS.get(name);
  if (!statement) {
    statement = { name, text: textFor(lookup) };
    STATEMENTS.set(name, statement);
  }
  return statement;
}

function textFor(lookup: JoinedLookup<unknown> | null): string {
  const joined = lookup?.sql('$2');
  return `SELECT k.client_id AS "callerId", array_to_string(k.permissions, ' ') AS permissions,
                 array_to_string(k.allowed_ips, ' ') AS "allowedIps",
                 (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS "isUseStale"
                 ${joined ? `, ${joined.columns}` : ''}
            FROM api_keys k ${joined ? joined.join : ''}
           WHERE k.hash = $1 AND k.revoked_at IS NULL AND NOT k.awaits_approval
             AND (k.expires_at IS NULL OR k.expires_at > now())`;
}

/** Uses that this process is recording, by the key's hash. */
const recordings = new Map<string, Promise<void>>();

/** Records the use of a key, at most once a minute (ruling 26): requests that arrive together share one update. */
function recordUse(keyHash: string): Promise<void> {
  const started = recordings.get(keyHash);
  if (started) return started;
  const recording = updateLastUse(keyHash).finally(() => recordings.delete(keyHash));
  recordings.set(keyHash, recording);
  return recording;
}

/** SKIP LOCKED, so that no process waits for another one's update. */
async function updateLastUse(keyHash: string): Promise<void> {
  await pool().query(
    `UPDATE api_keys SET last_used_at = now()
      WHERE id = (SELECT id FROM api_keys WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
                  FOR UPDATE SKIP LOCKED)`,
    [keyHash],
  );
}
