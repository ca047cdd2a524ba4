import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';
import { type Env, env } from '#lib/env.ts';
import { writeJson } from '#lib/json.ts';
import { log } from '#lib/log.ts';
import { PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import { loggedPath, maskedPath } from './logged-path.ts';

/** A response before it is written, as it is sent, stored and replayed. */
export type HttpResponse = { status: number; body: string; headers: Record<string, string> };

/** The Cache-Control of the API's responses, by whether the endpoint needs a key (ruling 29). */
export function cacheControl(needsKey: boolean): string {
  return needsKey ? 'private, no-store' : 'no-store';
}

/** The response of a success. */
export function jsonResponse(status: number, value: unknown): HttpResponse {
  return { status, body: writeJson(value), headers: { 'Content-Type': 'application/json' } };
}

/**
 * A problem document (RFC 9457; specification 7).
 * @param instance the path of the request
 */
export function problemResponse(problem: Problem, instance: string): HttpResponse {
  const body = {
    type: env().publicBaseUrl + problemPath(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    instance: maskedPath(instance),
    errors: problem.errors,
    status_detail: problem.statusDetail,
  };
  return {
    status: problem.status,
    body: writeJson(body),
    headers: {
      'Content-Type': 'application/problem+json',
      ...(problem.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(problem.retryAfterSeconds) }),
      ...(problem.allow ? { Allow: problem.allow.join(', ') } : {}),
      ...(problem.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  };
}

/** The problem of a thrown value: a problem itself, anything else as `internal_error` without internal details. */
export function asProblem(error: unknown): Problem {
  if (isProblem(error)) return error;
  if (isDatabaseUnavailable(error))
    return new Problem('internal_error', 'The database cannot serve this at the moment. Please retry.', {
      status: 503,
      retryAfterSeconds: 5,
      cause: error,
    });
  return new Problem('internal_error', 'An unexpected error happened. It has been logged under the X-Request-Id.', {
    cause: error,
  });
}

type LoggedRequest = { method: string; path: string };

/**
 * Answers one request, whatever its entrance: an error becomes a problem, which `refuse` answers; a failure of ours and the
 * request are logged under one id, which `finish` adds to the answer.
 * @param details what else the request's log line says, once the answer is known
 */
export async function answerRequest<Answer extends { status: number }>(
  { method, path }: LoggedRequest,
  work: () => Promise<Answer>,
  refuse: (problem: Problem) => Answer,
  finish: (answer: Answer, requestId: string) => Answer,
  details: () => Record<string, unknown> = () => ({}),
): Promise<Answer> {
  const requestId = randomUUID();
  const answer = await work().catch((error: unknown) => {
    const problem = asProblem(error);
    // 501 is announced (specification 4.7).
    if (problem.status >= 500 && problem.status !== 501)
      log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
    return refuse(problem);
  });
  const finished = finish(answer, requestId);
  logRequest({ method, path }, requestId, finished.status, details());
  return finished;
}

/** Logs a request that was answered. */
export function logRequest(
  { method, path }: LoggedRequest,
  requestId: string,
  status: number,
  details: Record<string, unknown> = {},
): void {
  log().info({ requestId, method, path: loggedPath(path), status, ...details }, 'request');
}

/** Writes a response with the security headers of data. */
export function writeResponse(response: ServerResponse, { status, body, headers }: HttpResponse): void {
  if (status !== 304) headers['Content-Length'] = String(Buffer.byteLength(body));
  response.writeHead(status, { ...dataHeaders(env()), ...headers });
  response.end(body);
}

/**
 * Calls `change` just before the head of a response is sent, when its status is known.
 * @param change can set headers, which are not sent yet, and returns the status to send
 */
export function onWriteHead(response: ServerResponse, change: (status: number) => number): void {
  const { writeHead } = response;
  // Both an explicit head and one that the first byte sends pass through here.
  response.writeHead = (status: number, ...rest: unknown[]) =>
    Reflect.apply(writeHead, response, [change(status), ...rest]);
}

/** Gives every answer an id that has none when its head is sent (ruling 29). What fails with it is logged under that id. */
export function identifyAnswer({ method, path }: LoggedRequest, response: ServerResponse): void {
  onWriteHead(response, (status) => {
    if (response.hasHeader('X-Request-Id')) return status;
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    if (status >= 500) logRequest({ method, path }, requestId, status);
    return status;
  });
}

const dataHeadersOf = new WeakMap<Env, Readonly<Record<string, string>>>();

/**
 * The security headers of data: it must not be run, framed, or loaded into another site. Made once, because every poll has
 * them.
 */
export function dataHeaders(env: Env): Readonly<Record<string, string>> {
  let headers = dataHeadersOf.get(env);
  if (!headers) {
    headers = {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      ...commonHeaders(env),
    };
    dataHeadersOf.set(env, headers);
  }
  return headers;
}

/** The security headers of data and of pages. */
export function commonHeaders({ publicBaseUrl }: Env): Record<string, string> {
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicBaseUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
