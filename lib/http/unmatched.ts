import { randomUUID } from 'node:crypto';
import { Problem } from '#lib/problems/problem.ts';
import { authenticate } from './admit.ts';
import { answerRequest, logRequest } from './answer-request.ts';
import { countCall } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, problemResponse } from './response.ts';
import { type ApiHandler, apiRoute } from './routes.ts';

/** Announced paths that are not implemented (specification 4.7). A valid key gets 501; nothing is read or stored. */
const NOT_IMPLEMENTED = [/^\/v1\/causes\/[^/]+\/(verification|bank_accounts|withdrawals)$/, /^\/v1\/providers$/];

/** Responds to every path under /v1 without an endpoint: 404, or 501 for announced ones (rulings 6, 7). */
export const unmatched = apiRoute((request) => {
  const limits: Record<string, string> = {};
  const work = async () => {
    await countCall('address', request.address ?? 'unknown', limits);
    if (request.method !== 'POST' || !NOT_IMPLEMENTED.some((path) => path.test(request.path)))
      throw new Problem('not_found', 'There is nothing at this path.');
    await authenticate(request, null, limits);
    throw new Problem('not_implemented', 'This endpoint is published as an intention only.');
  };
  return answerRequest(
    request,
    work,
    (problem) => problemResponse(problem, request.path),
    (answer, requestId) => withHeaders(answer, requestId, limits),
  );
});

/** The response to a request target of another host: 404. */
export function wrongHost(method: string): HttpResponse {
  return refusalResponse(
    { method, path: '/' },
    new Problem('not_found', 'This service does not answer for that address.'),
  );
}

/** Responds to an unsupported method of an API path: 405 with `Allow` (ruling 7). */
export function methodNotAllowed(allow: string[]): ApiHandler {
  return async ({ method, path }) => wrongMethod(method, path, allow);
}

/** The response to an unsupported method: 405 with `Allow`. */
export function wrongMethod(method: string, path: string, allow: string[]): HttpResponse {
  const detail = `This path takes ${allow.join(', ')} only.`;
  return refusalResponse({ method, path }, new Problem('not_found', detail, { status: 405, allow }));
}

/** The response to a request without an endpoint, with the headers of every API response. Logs the request. */
export function refusalResponse(request: Pick<HttpRequest, 'method' | 'path'>, problem: Problem): HttpResponse {
  const requestId = randomUUID();
  logRequest(request, requestId, problem.status);
  return withHeaders(problemResponse(problem, request.path), requestId);
}

function withHeaders(
  { status, body, headers }: HttpResponse,
  requestId: string,
  limits: Record<string, string> = {},
): HttpResponse {
  const own = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' };
  return { status, body, headers: { ...headers, ...limits, ...own, 'X-Request-Id': requestId } };
}
