import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';

/** The `Retry-After` of a page while the database or a gateway is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 10;

const RESPONSES = Symbol.for('fundraising.pageResponses');
type PageResponse = { response: ServerResponse; isDatabaseAway: boolean };
type Shared = { [RESPONSES]?: AsyncLocalStorage<PageResponse> };

/** One per process: server.ts and Next's bundle each load this file. */
function responses(): AsyncLocalStorage<PageResponse> {
  const shared = globalThis as Shared;
  shared[RESPONSES] ??= new AsyncLocalStorage();
  return shared[RESPONSES];
}

/**
 * Renders a page with its response in the reach of {@link setErrorStatus} and {@link noteError}. A page that breaks because the
 * database is away answers 503 instead of Next's 500. For server.ts.
 */
export function withPageResponse<Result>(response: ServerResponse, render: () => Result): Result {
  const page: PageResponse = { response, isDatabaseAway: false };
  onWriteHead(response, (status) => {
    if (status !== 500 || !page.isDatabaseAway) return status;
    response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
    return 503;
  });
  return responses().run(page, render);
}

/** Notes why a page broke, as Next reports it (instrumentation.ts). */
export function noteError(error: unknown): void {
  const page = responses().getStore();
  if (page && isDatabaseUnavailable(error)) page.isDatabaseAway = true;
}

/**
 * Answers a page that cannot be rendered as asked: 503 with `Retry-After` while something is unreachable, 500 for our own
 * errors, 404 for a page that names what is missing (`notFound()` of Next would render a page that knows nothing of it). Next
 * has no call for either, so the page sets it on the response that server.ts holds, before the first byte is sent. This works in pages without a Suspense boundary or `loading` file above them
 * (docs/decisions/2026-11-22-the-checkout-in-the-app-router.md). Without server.ts the status stays 200.
 */
export function setErrorStatus(error: 'out_of_reach' | 'broken' | 'missing'): void {
  if (error === 'missing') setStatus(404);
  else if (error === 'broken') setStatus(500);
  else setStatus(503, { 'Retry-After': String(RETRY_AFTER_SECONDS) });
}

/**
 * Calls `change` just before the head of a page is sent, when its status is known.
 * @param change can set headers, which are not sent yet, and returns the status to send
 */
export function onWriteHead(response: ServerResponse, change: (status: number) => number): void {
  const { writeHead } = response;
  // Both an explicit head and one that the first byte sends pass through here.
  response.writeHead = (status: number, ...rest: unknown[]) =>
    Reflect.apply(writeHead, response, [change(status), ...rest]);
}

function setStatus(status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = responses().getStore()?.response;
  if (!response) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
