import type { z } from 'zod';
import { now as readClock } from '#lib/clock.ts';
import { cookieOf, setCookie } from '#lib/cookies.ts';
import { isIdOf } from '#lib/ids.ts';
import { parseBody, readBody } from './body.ts';
import { countCall } from './rate-limit.ts';
import { requestFromWeb } from './request.ts';
import { answerRequest, type HttpResponse, jsonResponse, problemResponse } from './response.ts';

/** Names, an email address and a bank's fields, fully escaped, fit several times. */
const MAX_BODY_BYTES = 8 * 1024;

/** What comes with an action besides its body, and goes with the answer: headers and cookies. */
type ActionContext = {
  acceptLanguage: string | null;
  cookie: (name: string) => string | undefined;
  header: (name: string) => string | undefined;
  /** Adds a header to the answer, which scripts of the page can read. */
  tell: (name: string, value: string) => void;
  /** Sets a cookie for our checkout pages, unreadable for scripts. Name and value in cookie characters. */
  keep: (name: string, value: string, seconds: number) => void;
};
/** What an action is about: mostly a link. */
type PageInput = { ref?: string; cause?: string };
type Act<Input> = (
  input: Input,
  now: Date,
  clientAddress: string | undefined,
  browser: ActionContext,
) => Promise<unknown>;

/**
 * An action of our own pages, mostly on a link: JSON in, JSON or a problem document out, counted by link like a call of the API
 * (ruling 23). JSON keeps other sites out: their pages cannot send it without a preflight request, which is
 * never allowed.
 */
export function pageAction<B extends z.ZodType<PageInput>>(
  schema: B,
  act: Act<z.output<B>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname;
    const { status, body, headers } = await answerRequest(
      { method: request.method, path },
      () => perform(schema, act, request),
      (problem) => problemResponse(problem, path),
      (answer, requestId) => ({
        ...answer,
        headers: { ...answer.headers, 'X-Request-Id': requestId, 'Cache-Control': 'no-store' },
      }),
    );
    return new Response(body, { status, headers });
  };
}

async function perform<B extends z.ZodType<PageInput>>(
  schema: B,
  act: Act<z.output<B>>,
  request: Request,
): Promise<HttpResponse> {
  const incoming = requestFromWeb(request);
  const { address } = incoming;
  const input = parseBody(schema, await readBody(incoming, MAX_BODY_BYTES));
  const { ref } = input;
  // Text without the form of a link id gets no counter.
  if (ref !== undefined && isIdOf('checkoutLink', ref)) await countCall('link', `page:${ref}`);
  const kept: Record<string, string> = {};
  const browser: ActionContext = {
    acceptLanguage: request.headers.get('accept-language'),
    cookie: (name) => cookieOf(request.headers, name, '/checkout'),
    header: (name) => request.headers.get(name) ?? undefined,
    tell: (name, value) => {
      kept[name] = value;
    },
    keep: (name, value, seconds) => {
      kept['Set-Cookie'] = setCookie(name, value, { path: '/checkout', seconds });
    },
  };
  const response = jsonResponse(200, await act(input, readClock(), address, browser));
  return { ...response, headers: { ...response.headers, ...kept } };
}
