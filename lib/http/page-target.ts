import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#lib/env.ts';
import { decodedPath } from './request-target.ts';
import { router } from './router.ts';

/** What our own pages and gateways send something to. Everything else outside the API is there to be read. */
const TAKES_POST = [
  '/c/{slug}/give',
  '/checkout/confirmation',
  '/checkout/donation',
  '/checkout/redirect',
  '/dashboard/actions/{action}',
  '/qa',
  '/sign-in/passkey/create',
  '/sign-in/passkey/use',
  '/sign-in/request',
  '/sign-in/verify',
  '/webhooks/{gateway}',
];
const find = router(TAKES_POST.map((path) => ({ path, methods: { POST: true } })));

/** The methods that a path outside the API takes. */
export function methodsOf(path: string): string[] {
  return find('POST', path).kind === 'handler' ? ['POST'] : ['GET', 'HEAD'];
}

/** Paths that Next keeps for itself, such as its image optimizer. No page of ours asks for more than the build's files. */
const OF_NEXT = /^\/_(?!next\/static\/)/;
const OF_QA = /^\/qa([/\\]|$)/;
/** An address that does not exist, for whatever is not to exist. */
const ABSENT = '/not-found';

/** The target that the pages are asked for in the place of one outside the API: one that leads nowhere becomes {@link ABSENT}. */
export function pageTarget(target: string, { qaDeck, development }: Env): string {
  const [asked = ''] = target.split('?', 1);
  const path = decodedPath(asked);
  // With real keys there is nothing of QA's, not even its scripts.
  if (path === undefined || (!qaDeck && OF_QA.test(path))) return ABSENT;
  return !development && OF_NEXT.test(path) ? ABSENT : target;
}

/** Headers by which Next's router in the browser asks for parts of a page. Ours ask for documents alone. */
const OF_ROUTER = [
  ...['rsc', 'next-action', 'next-hmr-refresh', 'next-resume', 'next-router-prefetch'],
  ...['next-router-segment-prefetch', 'next-router-state-tree', 'next-url'],
];

/** The header of a request that no page of ours sends, and that Next could fail on; undefined where there is none. */
export function strangeHeader(headers: IncomingHttpHeaders): string | undefined {
  return OF_ROUTER.find((name) => headers[name] !== undefined);
}
