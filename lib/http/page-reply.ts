import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** How long whatever asks for a page is to wait while the database or a gateway is out of reach, in seconds. */
const TROUBLE_RETRY_SECONDS = 10;

const REPLIES = Symbol.for('fundraising.pageReplies');
type Shared = { [REPLIES]?: AsyncLocalStorage<ServerResponse> };

/** One for the process: the front door and Next's bundle each load this file. */
function replies(): AsyncLocalStorage<ServerResponse> {
  const shared = globalThis as Shared;
  shared[REPLIES] ??= new AsyncLocalStorage();
  return shared[REPLIES];
}

/** Renders a page with its reply within reach of {@link setTroubleReply}. For the front door. */
export function withPageReply<Result>(response: ServerResponse, render: () => Result): Result {
  return replies().run(response, render);
}

/**
 * Answers a page that cannot be rendered now: 503 with `Retry-After` while something is out of reach, 500 where the fault
 * is ours. Next has no call for either, so the page sets it on the reply that the front door holds, before the first byte
 * leaves: in a page that no Suspense boundary or `loading` file stands above
 * (docs/decisions/2026-11-22-the-checkout-in-the-app-router.md). Without the front door the status stays 200.
 */
export function setTroubleReply(trouble: 'out_of_reach' | 'broken'): void {
  if (trouble === 'broken') setPageReply(500);
  else setPageReply(503, { 'Retry-After': String(TROUBLE_RETRY_SECONDS) });
}

/**
 * Has a last word before the head of a page leaves, when its status is known.
 * @param change may set headers, which are not sent yet
 */
export function beforeHead(response: ServerResponse, change: (status: number) => void): void {
  const { writeHead } = response;
  // Both an explicit head and the one that the first byte brings pass here.
  response.writeHead = (status: number, ...rest: unknown[]) => {
    change(status);
    return Reflect.apply(writeHead, response, [status, ...rest]);
  };
}

function setPageReply(status: number, headers: Readonly<Record<string, string>> = {}): void {
  const reply = replies().getStore();
  if (!reply) return;
  reply.statusCode = status;
  for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value);
}
