import { isDataPath } from './request-target.ts';

/** A page of ours, rendered by React. */
const PAGE = 20;
/** Data, a form, or an action of a page: as much as a call of the API. */
const CALL = 1;

/**
 * What requests outside the API cost. Free are files of the build, which are only read; the health check; gateways' events, unless
 * they are refused (ruling 23); and the QA deck, which answers this machine alone.
 */
const COSTS: readonly [path: RegExp, cost: number][] = [
  [/^\/(?:_next\/|webhooks\/|qa(?:\/|$)|healthz$)/, 0],
  // Drawn: a PDF in a thread of its own, a picture by a library in C.
  [/^\/receipt\/[^/]+\/pdf$/, 100],
  [/^\/c\/[^/]+\/card\.png$/, 50],
  // Made once (lib/http/page-cache.ts), but given its nonce and compressed each time.
  [/^\/docs(?:\/(?!search$)[^/]+)*$/, 8],
];

/**
 * What a request outside the API uses up of its address's limit, in calls of the API: about a millisecond of processor time each.
 * @param path without the query
 */
export function costOf(method: string, path: string): number {
  const [, cost] = COSTS.find(([pattern]) => pattern.test(path)) ?? [];
  if (cost !== undefined) return cost;
  return isDataPath(path) || method === 'POST' ? CALL : PAGE;
}
