import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';
import { onWriteHead } from './response.ts';

/** The `Retry-After` of a page while the database or a gateway is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 10;

const RESPONSES = Symbol.for('fundraising.pageResponses');
/** `error`: why the page broke, while it was rendered. */
type PageResponse = { response: ServerResponse; error: 'out_of_reach' | 'broken' | null };
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
 * @param documentFor the document of a page that broke, in place of Next's, which is empty until its scripts have run
 */
export function withPageResponse<Result>(
  response: ServerResponse,
  render: () => Result,
  documentFor?: (againInSeconds: number | undefined) => string,
): Result {
  const page: PageResponse = { response, error: null };
  let document: string | undefined;
  onWriteHead(response, (status) => {
    if (status !== 500 || page.error === null) return status;
    const isPassing = page.error === 'out_of_reach';
    if (isPassing) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
    document = documentFor?.(isPassing ? RETRY_AFTER_SECONDS : undefined);
    if (document !== undefined) describeDocument(response, document);
    return isPassing ? 503 : 500;
  });
  const { write, end } = response;
  const documentInstead = () => {
    if (page.error !== null && response.statusCode === 500 && !response.headersSent) response.writeHead(500);
    return document;
  };
  response.write = (...sent: unknown[]) => {
    if (documentInstead() === undefined) return Reflect.apply(write, response, sent);
    for (const done of sent) if (typeof done === 'function') done();
    return true;
  };
  response.end = (...sent: unknown[]) => {
    const instead = documentInstead();
    const done = sent.find((each) => typeof each === 'function');
    return Reflect.apply(end, response, instead === undefined ? sent : [instead, done]);
  };
  return responses().run(page, render);
}

/** Sets the headers of a document that is sent in place of another. */
function describeDocument(response: ServerResponse, document: string): void {
  for (const name of ['Content-Encoding', 'ETag', 'Link']) response.removeHeader(name);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(document));
  response.setHeader('Cache-Control', 'private, no-store');
}

/** Notes why a page broke, as Next reports it (instrumentation.ts). */
export function noteError(error: unknown): void {
  const page = responses().getStore();
  if (page) page.error = isDatabaseUnavailable(error) ? 'out_of_reach' : (page.error ?? 'broken');
}

/**
 * Answers a page that cannot be rendered as asked: 503 with `Retry-After` while something is unreachable, 500 for our own
 * errors, 404 for what does not exist (`notFound()` of Next would send a document that is empty until its scripts have run). The
 * page sets it on the response that server.ts holds, before the first byte is sent. This works in pages without a Suspense boundary
 * or `loading` file above them (docs/decisions/2026-11-22-the-checkout-in-the-app-router.md). Without server.ts the status stays 200.
 */
export function setErrorStatus(error: 'out_of_reach' | 'broken' | 'missing'): void {
  if (error === 'missing') setStatus(404);
  else if (error === 'broken') setStatus(500);
  else setStatus(503, { 'Retry-After': String(RETRY_AFTER_SECONDS) });
}

function setStatus(status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = responses().getStore()?.response;
  if (!response) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
