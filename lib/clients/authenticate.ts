import { hash } from 'node:crypto';
import { pool, reads } from '#lib/db.ts';
import type { Permission } from '#lib/permissions.ts';

/** Who calls: the client behind a valid key, with what the key allows. */
export type Caller = {
  clientId: string;
  permissions: ReadonlySet<Permission>;
  /** Addresses or CIDR ranges; empty means any address. */
  allowedIps: readonly string[];
};

/**
 * What an endpoint reads in one statement with its caller: a row found by one value, beside the caller's key `k`. One
 * round trip instead of two is most of what a read of one row costs.
 */
export type Along<Found> = {
  /** Tells the prepared statement from others. */
  name: string;
  /** Its part of the statement. `place` is where the value stands among the parameters, such as `$2`. */
  sql: (place: string) => { columns: string; join: string };
  value: string | null;
  /** Of the statement's row, whose other columns it does not see. */
  read(row: object): Found;
};

const KEY_SHAPE = /^cause_live_[0-9A-Za-z]{32}$/;

/** What is stored of a key: its SHA-256 in hexadecimal. 190 random bits need no salt and no slow hash. */
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
 * Finds the caller of a key; undefined where the key is unknown, revoked, past the end of its overlap or waits for approval,
 * read anew each time so that a revoked key stops at once. SQL on the pipeline, because every authenticated request begins
 * with this statement.
 * @param along what else is wanted
 */
export async function findCaller<Found>(
  key: string,
  along: Along<Found> | null = null,
): Promise<{ caller: Caller; found: Found | null } | undefined> {
  if (!KEY_SHAPE.test(key)) return undefined;
  const keyHash = hashKey(key);
  const values = along ? [keyHash, along.value] : [keyHash];
  const [row] = await reads().rows<Row>({ ...statementFor(along), values });
  if (!row) return undefined;
  if (row.isUseStale) await noteUse(keyHash);
  return { caller: callerIn(row), found: along ? along.read(row) : null };
}

function callerIn(row: Row): Caller {
  return {
    clientId: row.callerId,
    permissions: new Set(words(row.permissions) as Permission[]),
    allowedIps: words(row.allowedIps),
  };
}

/** A list as the statement writes it: neither permissions nor addresses hold a space, and an array takes long to read. */
function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

/** By name: there are as many as endpoints want, and the text of each is written once. */
const STATEMENTS = new Map<string, { name: string; text: string }>();

function statementFor(along: Along<unknown> | null): { name: string; text: string } {
  const name = along ? `find-caller-${along.name}` : 'find-caller';
  let statement = STATEMENTS.get(name);
  if (!statement) {
    statement = { name, text: callerText(along) };
    STATEMENTS.set(name, statement);
  }
  return statement;
}

function callerText(along: Along<unknown> | null): string {
  const more = along?.sql('$2');
  return `SELECT k.client_id AS "callerId", array_to_string(k.permissions, ' ') AS permissions,
                 array_to_string(k.allowed_ips, ' ') AS "allowedIps",
                 (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS "isUseStale"
                 ${more ? `, ${more.columns}` : ''}
            FROM api_keys k ${more ? more.join : ''}
           WHERE k.hash = $1 AND k.revoked_at IS NULL AND NOT k.awaits_approval
             AND (k.expires_at IS NULL OR k.expires_at > now())`;
}

/** The notes under way in this process, by the key's hash. */
const notes = new Map<string, Promise<void>>();

/** Written at most once a minute (decisions.md 26), by one of the requests that come at that moment for all of them. */
function noteUse(keyHash: string): Promise<void> {
  const underWay = notes.get(keyHash);
  if (underWay) return underWay;
  const note = writeUse(keyHash).finally(() => notes.delete(keyHash));
  notes.set(keyHash, note);
  return note;
}

/** SKIP LOCKED, so that no process waits for another's note. */
async function writeUse(keyHash: string): Promise<void> {
  await pool().query(
    `UPDATE api_keys SET last_used_at = now()
      WHERE id = (SELECT id FROM api_keys WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
                  FOR UPDATE SKIP LOCKED)`,
    [keyHash],
  );
}
