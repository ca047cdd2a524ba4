import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';
import { authenticate } from './admit.ts';
import { type Answer, asProblem, problemAnswer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import { apiRoute } from './api-route.ts';
import type { ApiHandler } from './pipeline.ts';
import { countCall } from './rate-limit.ts';

/** Published as intentions and not callable (spec 4.7): with a valid key they say so; nothing is read or stored. */
const NOT_IMPLEMENTED = [
  /^\/v1\/causes\/[^/]+\/(verification|bank_accounts|withdrawals)$/,
  /^\/v1\/providers$/,
];

/** Answers whatever under /v1 is no endpoint: 404, or 501 for what is announced (decisions.md 6, 7). */
export const unmatched = apiRoute((request) =>
  answering(request, async (limits) => {
    await countCall('address', request.address ?? 'unknown', limits);
    if (request.method !== 'POST' || !NOT_IMPLEMENTED.some((path) => path.test(request.path)))
      throw new Problem('not_found', 'There is nothing at this path.');
    await authenticate(request, null, limits);
    throw new Problem('not_implemented', 'This endpoint is published as an intention only.');
  }),
);

/** Answers a target that is no path of ours: 404. */
export function elsewhere(method: string): Answer {
  return refusalAnswer(
    { method, path: '/' },
    new Problem('not_found', 'This service does not answer for that address.'),
  );
}

/** Answers a known path called with a method it does not take: 405 with `Allow` (decisions.md 7). */
export function methodNotAllowed(allow: string[]): ApiHandler {
  return async ({ method, path }) => wrongMethod(method, path, allow);
}

/** The same outside the API. */
export function wrongMethod(method: string, path: string, allow: string[]): Answer {
  const detail = `This path takes ${allow.join(', ')} only.`;
  return refusalAnswer({ method, path }, new Problem('not_found', detail, { status: 405, allow }));
}

async function answering(
  { method, path }: ApiRequest,
  refuse: (limits: Record<string, string>) => Promise<never>,
): Promise<Answer> {
  const limits: Record<string, string> = {};
  const problem = await refuse(limits).catch((error: unknown) => asProblem(error, isDatabaseUnavailable));
  return refusalAnswer({ method, path }, problem, limits);
}

/**
 * The answer to a request that no endpoint takes, with what every answer of the API carries; logs the request.
 * @param limits headers that say where a rate limit stands
 */
export function refusalAnswer(
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  problem: Problem,
  limits: Record<string, string> = {},
): Answer {
  const requestId = randomUUID();
  if (problem.status === 500) log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
  const { status, body, headers } = problemAnswer(problem, path);
  log().info({ requestId, method, path, status }, 'request');
  return {
    status,
    body,
    headers: {
      ...headers,
      ...limits,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  };
}
