import { createHash } from 'node:crypto';
import { db, type Tx, transaction } from '#lib/db.ts';
import { isProblem, Problem, validationFailed } from '#lib/problems/problem.ts';
import { type Answer, problemAnswer } from './answer.ts';

/** How long a recorded answer is replayed, in milliseconds (spec section 8, rule 6). */
const RETENTION_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** One operation that a caller may repeat: whose it is, the key, and what tells it from another. */
export type Operation = { scope: string; key: string; method: string; path: string; bodyHash: string };

/**
 * The operation named by the Idempotency-Key header; undefined without the header.
 * @throws Problem `validation_failed` naming the header when the key is empty or longer than 255 characters.
 */
export function readOperation(request: Request, scope: string, bodyText: string): Operation | undefined {
  const header = request.headers.get('idempotency-key');
  if (header === null) return undefined;
  const key = asSent(header);
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

/**
 * Runs a creating operation at most once (decisions.md 20, 21). One transaction holds the lock on the key, the created
 * rows and the recorded answer: a crash frees the key and leaves nothing behind. A problem is recorded too, after what
 * the domain wrote is rolled back; a fault is not.
 * @throws Problem `idempotency_key_in_progress`, `idempotency_key_reused`.
 */
export async function createOnce(
  operation: Operation | undefined,
  now: Date,
  instance: string,
  create: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  // Without the lock: two that repeat a finished operation do not stand in each other's way.
  const replayed = operation && (await findRecord(db(), operation, now));
  if (replayed) return replayed;
  return transaction(async (tx) => {
    if (!operation) return create(tx);
    await claim(tx, operation);
    const earlier = await findRecord(tx, operation, now);
    if (earlier) return earlier;
    await tx.$executeRaw`SAVEPOINT domain`;
    let answer: Answer;
    try {
      answer = await create(tx);
    } catch (error) {
      if (!isProblem(error) || error.status >= 500) throw error;
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT domain`;
      answer = problemAnswer(error, instance);
    }
    await record(tx, operation, answer.status, answer.body, now);
    return answer;
  });
}

/** Takes the lock on (scope, key) until the transaction ends, without waiting for whoever holds it. */
async function claim(tx: Tx, operation: Operation): Promise<void> {
  const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lockNumber(operation)}::bigint) AS locked`;
  if (!row?.locked) throw inProgress();
}

function lockNumber({ scope, key }: Operation): bigint {
  return createHash('sha256').update(`${scope}\0${key}`).digest().readBigInt64BE();
}

async function findRecord(tx: Tx, operation: Operation, now: Date): Promise<Answer | undefined> {
  const { scope, key } = operation;
  const row = await tx.idempotencyRecord.findUnique({ where: { scope_key: { scope, key } } });
  if (!row || isForgotten(row.createdAt, now)) return undefined;
  refuseOtherRequest(operation, row);
  const contentType = row.status < 400 ? 'application/json' : 'application/problem+json';
  return {
    status: row.status,
    body: row.response,
    headers: { 'Content-Type': contentType, 'Idempotent-Replayed': 'true' },
  };
}

async function record(
  tx: Tx,
  operation: Operation,
  status: number,
  response: string,
  now: Date,
): Promise<void> {
  const { scope, key, ...request } = operation;
  const values = { ...request, status, response, createdAt: now };
  await tx.idempotencyRecord.upsert({
    where: { scope_key: { scope, key } },
    create: { scope, key, ...values },
    update: values,
  });
}

/** Deletes the records whose time is over: nobody reads them any more. */
export async function forgetOldKeys(now: Date): Promise<void> {
  await db().idempotencyRecord.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - RETENTION_MS) } },
  });
}

function isForgotten(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= RETENTION_MS;
}

function refuseOtherRequest(
  operation: Operation,
  row: { method: string; path: string; bodyHash: string },
): void {
  if (row.method === operation.method && row.path === operation.path && row.bodyHash === operation.bodyHash)
    return;
  throw new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body or on another path.',
  );
}

function inProgress(): Problem {
  return new Problem(
    'idempotency_key_in_progress',
    'The first request with this Idempotency-Key is being processed.',
    {
      retryAfterSeconds: 1,
    },
  );
}

/** Status of a record whose operation has not been answered yet. */
const IN_FLIGHT = 0;
/** After this long in flight the process that made the claim is taken for dead, in milliseconds. */
const CLAIM_MS = 30_000;

/**
 * The same rules for an operation that calls a gateway, across which no lock is held (decisions.md 22): the claim is a
 * committed row. `run` gives the answer and what to remember of it; `replay` makes the answer again from that, so that a
 * client secret is never stored.
 */
export async function runOnce(
  operation: Operation | undefined,
  now: Date,
  instance: string,
  run: () => Promise<{ answer: Answer; remember: string }>,
  replay: (remembered: string) => Promise<Answer>,
): Promise<Answer> {
  if (!operation) return (await run()).answer;
  const earlier = await claimRow(operation, now);
  if (earlier) {
    const answer =
      earlier.status < 400
        ? await replay(earlier.response)
        : {
            status: earlier.status,
            body: earlier.response,
            headers: { 'Content-Type': 'application/problem+json' },
          };
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
  }
  // Our own claim and no other: whoever took it over, because we were slow, answers for it now.
  const where = { scope: operation.scope, key: operation.key, createdAt: now, status: IN_FLIGHT };
  const settle = (status: number, response: string) =>
    db().idempotencyRecord.updateMany({ where, data: { status, response } });
  try {
    const { answer, remember } = await run();
    await settle(answer.status, remember);
    return answer;
  } catch (error) {
    // 429 and faults are not recorded: the key is free again (decisions.md 20).
    if (isProblem(error) && error.status < 500 && error.status !== 429)
      await settle(error.status, problemAnswer(error, instance).body);
    else await db().idempotencyRecord.deleteMany({ where });
    throw error;
  }
}

async function claimRow(
  operation: Operation,
  now: Date,
): Promise<{ status: number; response: string } | undefined> {
  const { scope, key, ...request } = operation;
  const values = { ...request, status: IN_FLIGHT, response: '', createdAt: now };
  const { count } = await db().idempotencyRecord.createMany({
    data: { scope, key, ...values },
    skipDuplicates: true,
  });
  if (count === 1) return undefined;
  const row = await db().idempotencyRecord.findUnique({ where: { scope_key: { scope, key } } });
  if (!row) throw inProgress();
  const abandoned = row.status === IN_FLIGHT && now.getTime() - row.createdAt.getTime() > CLAIM_MS;
  if (abandoned || isForgotten(row.createdAt, now)) {
    const taken = await db().idempotencyRecord.updateMany({
      where: { scope, key, createdAt: row.createdAt },
      data: values,
    });
    if (taken.count === 1) return undefined;
    throw inProgress();
  }
  refuseOtherRequest(operation, row);
  if (row.status === IN_FLIGHT) throw inProgress();
  return row;
}
