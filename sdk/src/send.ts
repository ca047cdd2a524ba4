import type { Problem } from './contract.ts';
import { PartnerApiError, PartnerConnectionError } from './errors.ts';

/** The version of this package; a test compares it with package.json. */
export const VERSION = '1.1.2';

/** The first pause between attempts, in milliseconds. Each further one is twice as long, up to the last. */
const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 8_000;
/** A longer `Retry-After` is left to the caller, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** The deployment that requests are sent to. */
export type Connection = {
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
  maxRetries: number;
  attemptTimeoutMs: number;
  fetch: typeof fetch;
};

/** A request: a POST with a JSON body and an Idempotency-Key, else a GET. */
export type ApiRequest = {
  path: string;
  post?: { body: object; idempotencyKey: string };
  /** Of an earlier answer: while nothing has changed, the answer has no body. */
  etag?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** A success. `body` is undefined if nothing has changed since the request’s `etag`. */
export type ApiReply = { body: unknown; etag?: string };

/**
 * Sends a request. Repeats it after failures that may pass: no answer, `idempotency_key_in_progress`, 408, 429, and 5xx but
 * 501. All attempts of a POST have one Idempotency-Key, so its work is done once.
 * @throws PartnerApiError, PartnerConnectionError, and the reason of an aborted `signal`
 */
export async function send(connection: Connection, request: ApiRequest): Promise<ApiReply> {
  for (let attempt = 0; ; attempt++) {
    const { reply, error, retryAfterMs = 0 } = await sendOnce(connection, request);
    if (reply) return reply;
    if (attempt >= connection.maxRetries || retryAfterMs > LONGEST_WAIT_MS || !mayPass(error)) throw error;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);
    // With jitter: clients that failed together do not come back together.
    await sleep(retryAfterMs + pause * (0.5 + Math.random() / 2), request.signal);
  }
}

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof PartnerApiError && error.code === 'idempotency_key_in_progress') return true;
  if (!(error instanceof PartnerApiError || error instanceof PartnerConnectionError)) return false;
  const { status = 503 } = error;
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

type Attempt =
  | { reply: ApiReply; error?: undefined; retryAfterMs?: undefined }
  | { reply?: undefined; error: PartnerApiError | PartnerConnectionError; retryAfterMs?: number };

async function sendOnce(
  { apiKey, baseUrl, attemptTimeoutMs, fetch }: Connection,
  { path, post, etag, signal }: ApiRequest,
): Promise<Attempt> {
  const url = baseUrl + path;
  const init = {
    method: post ? 'POST' : 'GET',
    headers: new Headers({
      Accept: 'application/json',
      'X-API-Key': apiKey,
      'User-Agent': `fundraising-partner/${VERSION}`,
      ...(post ? { 'Content-Type': 'application/json', 'Idempotency-Key': inUtf8(post.idempotencyKey) } : {}),
      ...(etag ? { 'If-None-Match': etag } : {}),
    }),
    body: post ? JSON.stringify(post.body) : null,
    // A redirect would take the key elsewhere.
    redirect: 'manual',
  } as const;
  signal?.throwIfAborted();
  try {
    return await withinTime(attemptTimeoutMs, signal, async (inTime) => {
      const response = await fetch(url, { ...init, signal: inTime });
      return read(url, response, await response.text(), post?.idempotencyKey);
    });
  } catch (cause) {
    signal?.throwIfAborted();
    return {
      error: new PartnerConnectionError(`No answer from ${url}: ${cause}`, { cause }, post?.idempotencyKey),
    };
  }
}

/** A header’s text has one character for each byte. The API reads keys as UTF-8, so that they can have any character. */
function inUtf8(key: string): string {
  return String.fromCharCode(...new TextEncoder().encode(key));
}

/** Reads an answer. What is not JSON, or an error that is not a problem document, is not the API’s. */
function read(url: string, response: Response, text: string, idempotencyKey?: string): Attempt {
  const { status, headers } = response;
  const etag = headers.get('ETag');
  const body = parse(text);
  if (status === 304 || (response.ok && body)) return { reply: { body, ...(etag ? { etag } : {}) } };
  const seconds = Number(headers.get('Retry-After'));
  return {
    error: isProblem(body)
      ? new PartnerApiError(body, headers.get('X-Request-Id') ?? undefined, idempotencyKey)
      : new PartnerConnectionError(`Not an answer of the API: ${status} from ${url}`, { status }, idempotencyKey),
    ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'status' in body;
}

/** Waits so many milliseconds. @throws the reason of `signal` when it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/**
 * Does some work with a signal that is aborted after so many milliseconds, or with the caller’s signal and its reason. Node 20.0
 * has no `AbortSignal.any`.
 */
export async function withinTime<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (inTime: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.aborted ? signal.reason : new Error(`${ms} ms are over`));
  // A timer of more than 24 days would end at once.
  const timer = ms < 2 ** 31 ? setTimeout(abort, ms) : undefined;
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
