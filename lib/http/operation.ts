import { createHash, hash } from 'node:crypto';
import type { Along } from '#lib/clients/authenticate.ts';
import { db, type Tx } from '#lib/db.ts';
import { WrittenNumber } from '#lib/json.ts';
import { Problem, validationFailed } from '#lib/problems/problem.ts';
import type { Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import type { ReadBody } from './body.ts';

/** How long a recorded answer is replayed, in milliseconds (spec section 8, rule 6). */
const RETENTION_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** One operation that a caller may repeat: whose it is, the key, and what tells it from another. */
export type Operation = { scope: string; key: string; method: string; path: string; bodyHash: string };

/** The answer to an operation that a caller may repeat (spec section 8), and the request that it answered. */
export type RecordedAnswer = {
  method: string;
  path: string;
  bodyHash: string;
  status: number;
  response: string;
  createdAt: Date;
};

/** The Idempotency-Key of a request as its sender wrote it; null without the header. */
function presentedOperationKey({ header }: Pick<ApiRequest, 'header'>): string | null {
  const key = header('idempotency-key');
  return key === null ? null : asSent(key);
}

/**
 * The operation named by the Idempotency-Key header; undefined without the header.
 * @throws Problem `validation_failed` naming the header when the key is empty or longer than 255 characters.
 */
export function readOperation(request: ApiRequest, scope: string, body: ReadBody): Operation | undefined {
  const key = presentedOperationKey(request);
  if (key === null) return undefined;
  if (key === '' || (key.length > MAX_KEY_LENGTH && [...key].length > MAX_KEY_LENGTH))
    throw validationFailed([
      { field: 'Idempotency-Key', message: `must have 1 to ${MAX_KEY_LENGTH} characters` },
    ]);
  return { scope, key, method: request.method, path: request.path, bodyHash: hashBody(body) };
}

/**
 * Bodies are the same when they are equal as JSON values (decisions.md 19): key order and white space do not count. One
 * that is no JSON is known by its bytes; what comes before them begins no JSON text.
 */
function hashBody({ value, unreadable }: ReadBody): string {
  if (!unreadable) return hash('sha256', canonicalText(value), 'hex');
  return hash('sha256', Buffer.concat([Buffer.from('unreadable:'), unreadable.bytes]), 'hex');
}

function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof WrittenNumber) return JSON.stringify(value.value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  let members = '';
  for (const key of Object.keys(value).sort())
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalText(value[key as keyof typeof value])}`;
  return `{${members}}`;
}

/** A header's text: HTTP hands its bytes over one by one, and most clients write what is not ASCII as UTF-8. */
function asSent(header: string): string {
  if (/^[ -~]*$/.test(header)) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

type RecordRow = Omit<RecordedAnswer, 'method' | 'createdAt'> & { method: string | null; recordedAt: Date };

/**
 * What is recorded under the Idempotency-Key that a caller presents, however old: with it, a repetition waits for one
 * statement. Null where none is presented.
 */
export function recordAlong(request: Pick<ApiRequest, 'header'>): Along<RecordedAnswer | null> | null {
  const key = presentedOperationKey(request);
  if (key === null) return null;
  return {
    name: 'record',
    sql: (place) => ({
      columns: `r.method, r.path, r.body_hash AS "bodyHash", r.status, r.response, r.created_at AS "recordedAt"`,
      join: `LEFT JOIN idempotency_records r ON r.scope = k.client_id AND r.key = ${place}`,
    }),
    value: key,
    read: ({ method, path, bodyHash, status, response, recordedAt }: RecordRow) =>
      method === null ? null : { method, path, bodyHash, status, response, createdAt: recordedAt },
  };
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
