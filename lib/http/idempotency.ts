import { createHash } from 'node:crypto';
import { db } from '#lib/db.ts';
import { type IdempotentRequest, type StoredResponse, storeResponse } from '#lib/hot-queries/stored-response.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import type { RowInsert } from '#lib/row-insert.ts';
import { type HttpResponse, problemResponse } from './response.ts';

/** How long a stored response is replayed, in milliseconds (specification 8, rule 6). */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** A request that loses a race replays the winner's response; after so many lost races the key is in progress elsewhere. */
const MAX_ROUNDS = 3;
/** The status of a claim whose request has not been answered yet. */
const IN_PROGRESS = 0;
/** After this long in progress the claiming process counts as dead, in milliseconds. */
const CLAIM_MS = 30_000;

/** The result of a request's work. */
type Outcome = {
  response: HttpResponse;
  /** What a replay is made from, if not the body itself: a client secret is never stored. */
  remember?: string;
  /** The rows that the work inserts, if they are written together with the response. */
  insert?: RowInsert;
};

/** A way to hold an Idempotency-Key while its request is processed. */
type Claim = {
  /**
   * Claims the key. Returns the response stored under it, or null if the work is ours to do.
   * @throws Problem `idempotency_key_in_progress` while another request holds the key
   */
  take(): Promise<StoredResponse | null>;
  /** Stores the response. False if another request has stored one: then nothing was written. */
  store(outcome: Outcome): Promise<boolean>;
  /** Releases the key after an error, so that the request can be repeated. */
  release(): Promise<void>;
};

/**
 * Does the work of a request once for its Idempotency-Key (specification 8): claims the key; replays the stored response,
 * or else does the work and stores its response. A problem of the caller is stored too, an unexpected error and a 429 are
 * not (ruling 20).
 * @param replay makes the response of a stored success again; without it the response is the stored text
 * @throws Problem `idempotency_key_in_progress`, `idempotency_key_reused`; errors of the work that are not stored
 */
export async function once(
  request: IdempotentRequest,
  claim: Claim,
  work: () => Promise<Outcome>,
  replay?: (stored: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stored = await claim.take();
    if (stored) return replayOf(request, stored, replay);
    try {
      const outcome = await work().catch((error: unknown) => refusalOf(error, request));
      if (await claim.store(outcome)) return outcome.response;
    } catch (error) {
      await claim.release();
      throw error;
    }
  }
  throw inProgress();
}

/**
 * Replays the response that was found together with the caller; undefined if the work may have to be done. Repeats of a
 * finished request do not wait for each other.
 * @throws Problem `idempotency_key_reused`
 */
export function replayStored(
  request: IdempotentRequest,
  found: StoredResponse | null,
  now: Date,
): Promise<HttpResponse> | undefined {
  const stored = unlessExpired(found, now);
  return stored ? replayOf(request, stored) : undefined;
}

/** The outcome of work that refused the request. @throws errors that must not be stored */
function refusalOf(error: unknown, { path }: IdempotentRequest): Outcome {
  if (isProblem(error) && error.status < 500 && error.status !== 429) return { response: problemResponse(error, path) };
  throw error;
}

async function replayOf(
  request: IdempotentRequest,
  { status, response, ...of }: StoredResponse,
  replay?: (stored: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  if (!isSameRequest(of, request))
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used with another body or on another path.');
  if (status === IN_PROGRESS) throw inProgress();
  const isSuccess = status < 400;
  const contentType = isSuccess ? 'application/json' : 'application/problem+json';
  const { body, headers } =
    isSuccess && replay ? await replay(response) : { body: response, headers: { 'Content-Type': contentType } };
  return { status, body, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
}

type Fingerprint = Pick<IdempotentRequest, 'method' | 'path' | 'bodyHash'>;

function isSameRequest(one: Fingerprint, other: Fingerprint): boolean {
  return one.method === other.method && one.path === other.path && one.bodyHash === other.bodyHash;
}

function inProgress(): Problem {
  return new Problem('idempotency_key_in_progress', 'The first request with this Idempotency-Key is being processed.', {
    retryAfterSeconds: 1,
  });
}

/**
 * Holds the key, for work that only inserts rows, by an advisory lock that is taken without waiting (ruling 21): once the
 * work has decided, one statement takes the lock, inserts the rows and stores the response. A crash leaves nothing behind.
 */
export function claimInOneStatement(request: IdempotentRequest, now: Date): Claim {
  let isFirst = true;
  return {
    async take() {
      // Nothing was stored when the caller was found; the statement checks that this is still so.
      if (!isFirst) return findStored(request, now);
      isFirst = false;
      return null;
    },
    async store({ response: { status, body }, insert = null }) {
      const response = { ...request, status, response: body, createdAt: now };
      const result = await storeResponse(lockNumber(request), response, forgottenAt(now), insert);
      if (result === 'locked') throw inProgress();
      return result === 'stored';
    },
    async release() {},
  };
}

/**
 * Holds the key by a committed row, for work at a gateway: no transaction is open meanwhile (ruling 22). The claim of a
 * dead process is taken over after a while, by the same request.
 */
export function claimWithRow(request: IdempotentRequest, now: Date): Claim {
  const { scope, key, ...sent } = request;
  const claim = { ...sent, status: IN_PROGRESS, response: '', createdAt: now };
  // Only our own claim: a request that took it over, because we were slow, is now responsible.
  const ours = { scope, key, createdAt: now, status: IN_PROGRESS };
  return {
    async take() {
      const records = db().idempotencyRecord;
      const { count } = await records.createMany({ data: { scope, key, ...claim }, skipDuplicates: true });
      if (count === 1) return null;
      const stored = await records.findUnique({ where: { scope_key: { scope, key } } });
      if (!stored) throw inProgress();
      const isAbandoned = stored.status === IN_PROGRESS && now.getTime() - stored.createdAt.getTime() > CLAIM_MS;
      if (unlessExpired(stored, now) && !(isAbandoned && isSameRequest(stored, request))) return stored;
      // Unless a response was stored meanwhile.
      const where = { scope, key, createdAt: stored.createdAt, status: stored.status };
      const taken = await records.updateMany({ where, data: claim });
      if (taken.count === 0) throw inProgress();
      return null;
    },
    async store({ response: { status, body }, remember = body }) {
      await db().idempotencyRecord.updateMany({ where: ours, data: { status, response: remember } });
      return true;
    },
    async release() {
      await db().idempotencyRecord.deleteMany({ where: ours });
    },
  };
}

async function findStored({ scope, key }: IdempotentRequest, now: Date): Promise<StoredResponse | null> {
  return unlessExpired(await db().idempotencyRecord.findUnique({ where: { scope_key: { scope, key } } }), now);
}

function unlessExpired(stored: StoredResponse | null, now: Date): StoredResponse | null {
  return stored && stored.createdAt > forgottenAt(now) ? stored : null;
}

/** Responses of this instant and before are no longer replayed. */
function forgottenAt(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}

/** The number of a key among PostgreSQL's advisory locks. */
function lockNumber({ scope, key }: IdempotentRequest): bigint {
  return createHash('sha256').update(`${scope}\0${key}`).digest().readBigInt64BE();
}

/** Deletes the responses that are no longer replayed. */
export async function deleteExpiredResponses(now: Date): Promise<void> {
  await db().idempotencyRecord.deleteMany({ where: { createdAt: { lte: forgottenAt(now) } } });
}
