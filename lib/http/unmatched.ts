import { randomUUID } from 'node:crypto';
import { Problem } from '#lib/problems/problem.ts';
import { authenticate } from './admit.ts';
import { countCall } from './rate-limit.ts';
import type { HttpRequest } from './request.ts';
import { answerRequest, cacheControl, type HttpResponse, logRequest, problemResponse } from './response.ts';
import { type ApiHandler, apiRoute } from './routes.ts';

/** Announced paths that are not implemented (specification 4.7). A valid key gets 501; nothing is read or stored. */
const NOT_IMPLEMENTED = [/^\/v1\/causes\/[^/]+\/(verification|bank_accounts|withdrawals)$/, /^\/v1\/providers$/];

const nothingHere = () => new Problem('not_found', 'There is nothing at this path.');

/** Responds to every path under /v1 without an endpoint: 404, or 501 for announced ones (rulings 6, 7). */
export const unmatched = apiRoute((request) => {
  const isAnnounced = request.method === 'POST' && NOT_IMPLEMENTED.some((path) => path.test(request.path));
  if (!isAnnounced) return refuseKeyless(request, nothingHere());
  return refuse(request, { needsKey: true }, async (limits) => {
    const { caller } = await authenticate(request, limits);
    await countCall('client', caller.clientId, limits);
    throw new Problem('not_implemented', 'This endpoint is published as an intention only.');
  });
});

/** Responds to an unsupported method of an API path: 405 with `Allow` (ruling 7). */
export function methodNotAllowed(allow: string[]): ApiHandler {
  return (request) => refuseKeyless(request, unsupportedMethod(allow));
}

/** Refuses a request whose key does not matter: it counts on its address (ruling 23). */
function refuseKeyless(request: HttpRequest, problem: Problem): Promise<HttpResponse> {
  return refuse(request, { needsKey: false }, async (limits) => {
    await countCall('address', request.address ?? 'unknown', limits);
    throw problem;
  });
}

/** Answers with the problem that `work` throws. */
function refuse(
  request: HttpRequest,
  { needsKey }: { needsKey: boolean },
  work: (limits: Record<string, string>) => Promise<never>,
): Promise<HttpResponse> {
  const limits: Record<string, string> = {};
  return answerRequest<HttpResponse>(
    request,
    () => work(limits),
    (problem) => problemResponse(problem, request.path),
    (answer, requestId) => withHeaders(answer, requestId, { ...limits, 'Cache-Control': cacheControl(needsKey) }),
  );
}

/** The response to a request target of another host: 404. */
export function wrongHost(method: string): HttpResponse {
  return refusalResponse(
    { method, path: '/' },
    new Problem('not_found', 'This service does not answer for that address.'),
  );
}

/** The response to an unsupported method outside the API: 405 with `Allow`. */
export function wrongMethod(method: string, path: string, allow: string[]): HttpResponse {
  return refusalResponse({ method, path }, unsupportedMethod(allow));
}

/** The response to an event at a path that is no gateway's, such as one with a slash behind it: 404, as of the API. */
export function noGateway(method: string, path: string): HttpResponse {
  return refusalResponse({ method, path }, nothingHere());
}

function unsupportedMethod(allow: string[]): Problem {
  return new Problem('not_found', `This path takes ${allow.join(', ')} only.`, { status: 405, allow });
}

/** The response to a request without an endpoint, which no limit counts. Logs the request. */
export function refusalResponse(request: Pick<HttpRequest, 'method' | 'path'>, problem: Problem): HttpResponse {
  const requestId = randomUUID();
  logRequest(request, requestId, problem.status);
  return withHeaders(problemResponse(problem, request.path), requestId, { 'Cache-Control': cacheControl(false) });
}

/** Adds the headers of every API response. */
function withHeaders(
  { status, body, headers }: HttpResponse,
  requestId: string,
  own: Record<string, string>,
): HttpResponse {
  return {
    status,
    body,
    headers: { ...headers, ...own, 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId },
  };
}
