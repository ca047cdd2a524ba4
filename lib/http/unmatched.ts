import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { Problem } from '#lib/problems/problem.ts';
import { authenticate } from './admit.ts';
import { asProblem, problemAnswer } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { countCall } from './rate-limit.ts';

/** Published as intentions and not callable (spec 4.7): with a valid key they say so; nothing is read or stored. */
const NOT_IMPLEMENTED = [
  /^\/v1\/causes\/[^/]+\/(verification|bank_accounts|withdrawals)$/,
  /^\/v1\/providers$/,
];

/** Answers whatever under /v1 is no endpoint: 404, or 501 for what is announced (decisions.md 6, 7). */
export async function unmatched(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return answering(request, async (limits) => {
    await countCall('address', clientAddress(request.headers) ?? 'unknown', limits);
    if (request.method !== 'POST' || !NOT_IMPLEMENTED.some((path) => path.test(pathname)))
      throw new Problem('not_found', 'There is nothing at this path.');
    await authenticate(request.headers);
    throw new Problem('not_implemented', 'This endpoint is published as an intention only.');
  });
}

/** Answers a known path called with a method it does not take: 405 with `Allow` (decisions.md 7). */
export function methodNotAllowed(request: Request, allow: string[]): Promise<Response> {
  return answering(request, async () => {
    throw new Problem('not_found', `This path takes ${allow.join(', ')} only.`, { status: 405, allow });
  });
}

async function answering(
  request: Request,
  refuse: (limits: Record<string, string>) => Promise<never>,
): Promise<Response> {
  const limits: Record<string, string> = {};
  const requestId = randomUUID();
  const instance = new URL(request.url).pathname;
  const problem = await refuse(limits).catch((error: unknown) => asProblem(error, isDatabaseUnavailable));
  if (problem.status === 500) log().error({ err: problem.cause ?? problem, requestId }, 'request failed');
  const { status, body, headers } = problemAnswer(problem, instance);
  log().info({ requestId, method: request.method, path: instance, status }, 'request');
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...headers,
      ...limits,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
