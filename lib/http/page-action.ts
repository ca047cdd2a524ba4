import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { now as readClock } from '#lib/clock.ts';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { isIdOf } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import { asProblem, jsonAnswer, problemAnswer } from './answer.ts';
import { requestFromWeb } from './api-request.ts';
import { readBody } from './body.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { cookieOf } from './form-post.ts';
import { countCall } from './rate-limit.ts';

/** Names, an email address and what a bank asks, escaped in full, fit several times. */
const MAX_BODY_BYTES = 8 * 1024;

/** What an action may read of the browser that asks, and leave with it. */
export type Browser = {
  cookie: (name: string) => string | undefined;
  /** Keeps a value that no script can read, for our checkout pages alone. Both texts in cookie characters. */
  keep: (name: string, value: string, seconds: number) => void;
};
type Act<Input> = (
  input: Input,
  now: Date,
  clientAddress: string | undefined,
  browser: Browser,
) => Promise<unknown>;

/**
 * A first-party action of our own pages on a link: JSON in, JSON or a problem document out, counted by address and by
 * link as the API's are (decisions.md 23). JSON is what keeps other sites out: a
 * page elsewhere cannot send it without asking first, and is never allowed to.
 */
export function pageAction<B extends z.ZodType<{ ref: string }>>(
  schema: B,
  act: Act<z.output<B>>,
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

async function perform<B extends z.ZodType<{ ref: string }>>(
  schema: B,
  act: Act<z.output<B>>,
  request: Request,
) {
  const { address, header, take } = requestFromWeb(request);
  await countCall('address', address ?? 'unknown');
  const { value, unreadable } = await readBody({ header, take }, MAX_BODY_BYTES);
  if (unreadable) throw unreadable.fault;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailed(fieldErrorsOf(parsed.error, value));
  const { ref } = parsed.data;
  // What cannot be the id of a link leads to none, and gets no counter of its own.
  if (isIdOf('checkoutLink', ref)) await countCall('link', `page:${ref}`);
  const kept: Record<string, string> = {};
  const browser: Browser = {
    cookie: (name) => cookieOf(request.headers, name),
    keep: (name, value, seconds) => {
      const isSecure = env().publicBaseUrl.startsWith('https:');
      kept['Set-Cookie'] =
        `${name}=${value}; Path=/checkout; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
  const answer = jsonAnswer(200, await act(parsed.data, readClock(), address, browser));
  return { ...answer, headers: { ...answer.headers, ...kept } };
}
