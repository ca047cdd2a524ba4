import type { Problem } from './contract.ts';
import { PartnerApiError, PartnerConnectionError } from './errors.ts';

/** The version of this package; a test compares it with package.json. */
export const VERSION = '1.1.3';

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
export type ApiReply = { body: object | undefined; etag?: string };

/**
 * Sends a request. Repeats it after failures that may pass: no answer, `idempotency_key_in_progress`, 408, 429, and 5xx but
 * 501. All attempts of a POST have one Idempotency-Key, so its work is done once.
 * @throws PartnerApiError, PartnerConnectionError, and the reason of an aborted `signal`
 */
export async function send(connection: Connection, request: ApiRequest): Promise<ApiReply> {
  for (let attempt = 0; ; attempt++) {
    const { reply, error } = await sendOnce(connection, request);
    if (reply) return reply;
    const retryAfterMs = (error.retryAfter ?? 0) * 1000;
    if (attempt >= connection.maxRetries || retryAfterMs > LONGEST_WAIT_MS || !mayPass(error)) throw error;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);
    // With jitter: clients that failed together do not come back together.
    await sleep(retryAfterMs + pause * (0.5 + Math.random() / 2), request.signal);
  }
}

/** Whether the same request may succeed later. */
export function mayPass(error: PartnerApiError | PartnerConnectionError): boolean {
  if (error instanceof PartnerApiError && error.code === 'idempotency_key_in_progress') return true;
  const { status = 503 } = error;
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

type Attempt =
  | { reply: ApiReply; error?: undefined }
  | { reply?: undefined; error: PartnerApiError | PartnerConnectionError };

async function sendOnce(
  { apiKey, baseUrl, attemptTimeoutMs, fetch }: Connection,
  request: ApiRequest,
): Promise<Attempt> {
  const { path, post, etag, signal } = request;
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
    // Next.js 14 would answer every later read of a link with the first.
    cache: 'no-store',
  } as const;
  signal?.throwIfAborted();
  try {
    return await withinTime(attemptTimeoutMs, signal, async (inTime) => {
      const response = await fetch(url, { ...init, signal: inTime });
      return read(url, response, await response.text(), request);
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

/** Reads an answer. What is not an object in JSON, or an error that is not a problem document, is not the API’s. */
function read(url: string, response: Response, text: string, { etag: known, post }: ApiRequest): Attempt {
  const { status, headers } = response;
  const etag = headers.get('ETag');
  const body = parse(text);
  if (response.ok ? body : status === 304 && known) return { reply: { body, ...(etag ? { etag } : {}) } };
  const retryAfter = secondsToWait(headers);
  const idempotencyKey = post?.idempotencyKey;
  return {
    error: isProblem(body, status)
      ? new PartnerApiError(body, headers.get('X-Request-Id') ?? undefined, idempotencyKey, retryAfter)
      : new PartnerConnectionError(notOfTheApi(url, status), { status, retryAfter }, idempotencyKey),
  };
}

/** What is said of an answer that is not the API’s. */
export function notOfTheApi(url: string, status: number): string {
  return `Not an answer of the API: ${status} from ${url}`;
}

/** The seconds of `Retry-After`. Proxies may write a date, which is read by their own clock. */
function secondsToWait(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const seconds = Number.isNaN(Number(value)) ? Math.ceil((Date.parse(value) - now) / 1000) : Number(value);
  return seconds > 0 ? seconds : undefined;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Proxies too answer with JSON, with words and codes of their own. */
function isProblem(body: object | undefined, status: number): body is Problem {
  if (!body || !('code' in body && 'status' in body)) return false;
  return typeof body.code === 'string' && body.status === status;
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
