import { createHash } from 'node:crypto';
import type { RecordedAnswer } from '#lib/clients/authenticate.ts';
import { db, type Tx } from '#lib/db.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { Answer } from './answer.ts';

/** How long a recorded answer is replayed, in milliseconds (spec section 8, rule 6). */
const RETENTION_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** One operation that a caller may repeat: whose it is, the key, and what tells it from another. */
export type Operation = { scope: string; key: string; method: string; path: string; bodyHash: string };

/** The Idempotency-Key of a request as its sender wrote it; null without the header. */
export function presentedOperationKey(headers: Headers): string | null {
  const header = headers.get('idempotency-key');
  return header === null ? null : asSent(header);
}

/**
 * The operation named by the Idempotency-Key header; undefined without the header.
 * @throws Problem `validation_failed` naming the header when the key is empty or longer than 255 characters.
 */
export function readOperation(request: Request, scope: string, bodyText: string): Operation | undefined {
  const key = presentedOperationKey(request.headers);
  if (key === null) return undefined;
  if (key === '' || [...key].length > MAX_KEY_LENGTH)
    throw validationFailed([
      { field: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` },
    ]);
  const path = new URL(request.url).pathname;
  return { scope, key, method: request.method, path, bodyHash: hashBody(bodyText) };
}

/** Bodies are the same when they are equal as JSON values (decisions.md 19): key order and white space do not count. */
function hashBody(bodyText: string): string {
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(bodyText), sortKeys))
    .digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A header's text: HTTP hands its bytes over one by one, and most clients write what is not ASCII as UTF-8. */
function asSent(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

/** What was recorded of an operation, however old. */
export async function findRecord(tx: Tx, { scope, key }: Operation): Promise<RecordedAnswer | null> {
  return tx.idempotencyRecord.findUnique({ where: { scope_key: { scope, key } } });
}

/** The same, as it is at this moment. */
export function findRecordNow(operation: Operation): Promise<RecordedAnswer | null> {
  return findRecord(db(), operation);
}

/**
 * The recorded answer of an operation once more; undefined where none is, or its time is over.
 * @throws Problem `idempotency_key_reused` when the key was used with another body or on another path.
 */
export function replay(operation: Operation, recorded: RecordedAnswer | null, now: Date): Answer | undefined {
  if (!recorded || isForgotten(recorded.createdAt, now)) return undefined;
  refuseOtherRequest(operation, recorded);
  const contentType = recorded.status < 400 ? 'application/json' : 'application/problem+json';
  return {
    status: recorded.status,
    body: recorded.response,
    headers: { 'Content-Type': contentType, 'Idempotent-Replayed': 'true' },
  };
}

/** Whether the time of a record is over. */
export function isForgotten(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= RETENTION_MS;
}

/** @throws Problem `idempotency_key_reused` unless both are the same request. */
export function refuseOtherRequest(
  operation: Operation,
  recorded: Pick<RecordedAnswer, 'method' | 'path' | 'bodyHash'>,
): void {
  const { method, path, bodyHash } = operation;
  if (recorded.method === method && recorded.path === path && recorded.bodyHash === bodyHash) return;
  throw new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body or on another path.',
  );
}

export function inProgress(): Problem {
  return new Problem(
    'idempotency_key_in_progress',
    'The first request with this Idempotency-Key is being processed.',
    { retryAfterSeconds: 1 },
  );
}

/** The number that stands for (scope, key) among PostgreSQL's advisory locks. */
export function lockNumber({ scope, key }: Operation): bigint {
  return createHash('sha256').update(`${scope}\0${key}`).digest().readBigInt64BE();
}

/** Deletes the records whose time is over: nobody reads them any more. */
export async function forgetOldKeys(now: Date): Promise<void> {
  await db().idempotencyRecord.deleteMany({
    where: { createdAt: { lte: new Date(now.getTime() - RETENTION_MS) } },
  });
}
