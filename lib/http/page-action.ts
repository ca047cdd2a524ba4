import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { now as readClock } from '#lib/clock.ts';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import { asProblem, jsonAnswer, problemAnswer } from './answer.ts';
import { readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { countCall } from './rate-limit.ts';

/**
 * A first-party action of our own pages: JSON in, JSON or a problem document out. JSON is what keeps other sites out: a
 * page elsewhere cannot send it without asking first, and is never allowed to.
 */
export function pageAction<B extends z.ZodType>(
  schema: B,
  act: (input: z.output<B>, now: Date, clientAddress: string | undefined) => Promise<unknown>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const instance = new URL(request.url).pathname;
    const requestId = randomUUID();
    const answer = await perform(schema, act, request).catch((error: unknown) => {
      const problem = asProblem(error, isDatabaseUnavailable);
      if (problem.status >= 500)
        log().error({ err: problem.cause ?? problem, requestId }, 'page action failed');
      return problemAnswer(problem, instance);
    });
    log().info({ requestId, method: request.method, path: instance, status: answer.status }, 'request');
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...answer.headers, 'X-Request-Id': requestId, 'Cache-Control': 'no-store' },
    });
  };
}

async function perform<B extends z.ZodType>(
  schema: B,
  act: (input: z.output<B>, now: Date, clientAddress: string | undefined) => Promise<unknown>,
  request: Request,
) {
  const address = clientAddress(request.headers);
  await countCall('address', address ?? 'unknown');
  const { value } = await readBody(request);
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw validationFailed(
      parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    );
  return jsonAnswer(200, await act(parsed.data, readClock(), address));
}
