import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Env, env } from '#lib/env.ts';
import { type HttpRequest, requestFromNode, requestFromWeb } from './request.ts';
import { dataHeaders, type HttpResponse, writeResponse } from './response.ts';

/** What Next passes to a route handler besides the request. */
export type RouteContext = { params: Promise<Record<string, string>> };
/** A web handler, as Next asks of a route file. */
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Responds to a request of the API. Never throws: a failure is a response too. */
export type ApiHandler = (request: HttpRequest, params: Record<string, string>) => Promise<HttpResponse>;

/**
 * The export of an API route file: a web handler, as Next expects, around the handler that server.ts calls. Making a web
 * Request and Response for each call would cost half of the throughput of a poll.
 */
export type ApiRoute = RouteHandler & { handle: ApiHandler };

/** A route of the API. */
export function apiRoute(handle: ApiHandler): ApiRoute {
  const web: RouteHandler = async (request, context) => {
    const { status, body, headers } = await handle(requestFromWeb(request), await context.params);
    const isEmpty = status === 304 || request.method === 'HEAD';
    return new Response(isEmpty ? null : body, { status, headers: { ...dataHeaders(env()), ...headers } });
  };
  return Object.assign(web, { handle });
}

type Fallbacks = {
  /** Responds on a path with other methods, which `allow` lists. */
  methodNotAllowed: (allow: string[]) => ApiHandler;
  notFound: ApiHandler;
};

/**
 * Serves requests of node:http by the routes of the API. The server must join repeated headers.
 * @returns a function that responds to a request; `address` is the caller's, undefined if it cannot be trusted
 */
export function serveApi(
  routes: readonly Route<ApiRoute>[],
  { methodNotAllowed, notFound }: Fallbacks,
): (incoming: IncomingMessage, response: ServerResponse, address: string | undefined) => Promise<void> {
  const find = router(routes);
  return async (incoming, response, address) => {
    const request = requestFromNode(incoming, response, address);
    const match = find(request.method, request.path);
    if (match.kind === 'handler') writeResponse(response, await match.handler.handle(request, match.params));
    else if (match.kind === 'method') writeResponse(response, await methodNotAllowed(match.allow)(request, {}));
    else writeResponse(response, await notFound(request, {}));
  };
}

/** A path template such as `/v1/causes/{key}` and the handlers of its methods. */
export type Route<Handler> = { path: string; methods: Partial<Record<string, Handler>> };

/** The route of a request: a handler with its template and path parameters, a path with other methods, or none. */
type Match<Handler> =
  | { kind: 'handler'; path: string; handler: Handler; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'none' };

type Segment = { parameter: string } | { text: string };

/** Finds the route of a request. GET serves HEAD too; a segment that cannot be decoded matches no route. */
export function router<Handler>(
  routes: readonly Route<Handler>[],
): (method: string, pathname: string) => Match<Handler> {
  const table = routes.map(({ path, methods }) => ({ path, template: segmentsOf(path), methods }));
  return (method, pathname) => {
    const given = pathname.split('/');
    for (const { path, template, methods } of table) {
      const params = matchSegments(template, given);
      if (!params) continue;
      const handler = methods[method === 'HEAD' ? 'GET' : method];
      if (handler) return { kind: 'handler', path, handler, params };
      return {
        kind: 'method',
        allow: Object.keys(methods).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
      };
    }
    return { kind: 'none' };
  };
}

/** The parameters of a path that matches a template; undefined if it does not match. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  return matchSegments(segmentsOf(template), pathname.split('/'));
}

function segmentsOf(template: string): Segment[] {
  return template.split('/').map((text) => {
    const parameter = /^\{(\w+)\}$/.exec(text)?.[1];
    return parameter === undefined ? { text } : { parameter };
  });
}

function matchSegments(template: readonly Segment[], given: readonly string[]): Record<string, string> | undefined {
  if (template.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of template.entries()) {
    const value = given[i] ?? '';
    if ('text' in segment) {
      if (segment.text !== value) return undefined;
      continue;
    }
    const decoded = decodeSegment(value);
    if (!decoded) return undefined;
    params[segment.parameter] = decoded;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/* Request targets, before anything is routed. */

/**
 * The path and query of a request target (RFC 9112, 3.2). It can be an absolute URL of ours, and several slashes at its
 * start count as one, which a base URL with a trailing slash makes of `/v1`.
 * @param host of the request's Host header
 * @returns undefined if the target is another host's
 */
export function originForm(target: string, host: string | undefined): string | undefined {
  if (target.startsWith('/')) return target.startsWith('//') ? target.replace(/^\/+/, '/') : target;
  const rest = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(target);
  const authority = hostOf(rest?.[1]);
  if (!rest || !authority || !ownHosts(host).includes(authority)) return undefined;
  return originForm(rest[2]?.startsWith('/') ? rest[2] : `/${rest[2]}`, host);
}

/** Characters of a path that need no encoding (RFC 3986, 2.3). */
const UNRESERVED = /[\w.~-]/;

/**
 * A target whose path has no unnecessary encoding (RFC 3986, 6.2.2): `/%71a` becomes `/qa`, so that every check sees the
 * same path.
 */
export function normalisedTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  if (!path.includes('%')) return target;
  const plain = path.replace(/%([\da-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
  return plain + target.slice(path.length);
}

/**
 * A decoded path. Undefined if it is invalid: it cannot be decoded, contains U+0000, or climbs with `..`, which no browser
 * sends.
 */
export function decodedPath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') || /(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The public origin, and the one that the caller sent. */
function ownHosts(host: string | undefined): (string | undefined)[] {
  return [hostOf(env().publicBaseUrl), ...['http', 'https'].map((scheme) => hostOf(`${scheme}://${host}`))];
}

/** The host of a URL with its port, unless that is the scheme's default; undefined with a user name. */
function hostOf(address: string | undefined): string | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url && url.username === '' && url.password === '' ? url.host : undefined;
}

/* Paths outside the API: what they answer, what they cost, and their methods. */

/** Paths that answer data, not pages: files of the build, and requests of programs. The API answers nothing else. */
const DATA =
  /^\/(?:_next\/static\/.*|c\/[^/]+\/qr\.svg|checkout\/(?:banks|confirmation|donation|redirect|texts)|docs\/(?:postman|search)\.json|docs(?:\/.*)?\.md|docs\/markdown\/.*|healthz|llms\.txt|openapi\.json|pictures\/.*|qa(?:\/(?:partner|publish))?|receipts\/keys\.json|sdk\/.*|webhooks\/.*)$/;

/** Whether a path outside the API answers data. */
export function isDataPath(path: string): boolean {
  return DATA.test(path);
}

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

/** Paths outside the API that accept POST, from our own pages and from gateways. All others accept GET. */
const POST_PATHS = [
  '/c/{slug}/give',
  '/checkout/confirmation',
  '/checkout/donation',
  '/checkout/receipt',
  '/checkout/redirect',
  '/dashboard/actions/{action}',
  '/qa',
  '/qa/partner',
  '/qa/publish',
  '/sign-in/passkey/create',
  '/sign-in/passkey/use',
  '/sign-in/request',
  '/sign-in/verify',
  '/webhooks/{gateway}',
];
const findPostPath = router(POST_PATHS.map((path) => ({ path, methods: { POST: true } })));

/** The methods of a path outside the API. */
export function allowedMethods(path: string): string[] {
  return findPostPath('POST', path).kind === 'handler' ? ['POST'] : ['GET', 'HEAD'];
}

/** Paths that Next serves itself, such as its image optimizer. Our pages only ask for the build's files. */
const NEXT_PATH = /^\/_(?!next\/static\/)/;
const QA_PATH = /^\/qa([/\\]|$)/;

/** Whether a request target is the QA deck's. */
export function isQaPath(target: string): boolean {
  return QA_PATH.test(decodedPath(target.split('?', 1)[0] ?? '') ?? '');
}

/** A path without a page, which Next answers with its 404 page. */
const ABSENT = '/not-found';

/** The request target for Next of one outside the API: {@link ABSENT} for paths that must not exist. */
export function pageTarget(target: string, { qaDeck, development }: Env): string {
  const [asked = ''] = target.split('?', 1);
  const path = decodedPath(asked);
  // With real keys nothing of the QA deck exists, not even its scripts.
  if (path === undefined || (!qaDeck && QA_PATH.test(path))) return ABSENT;
  return !development && NEXT_PATH.test(path) ? ABSENT : target;
}

/** Headers of Next's router in the browser, which our pages do not use: they load whole documents. */
const ROUTER_HEADERS = [
  'rsc',
  'next-action',
  'next-hmr-refresh',
  'next-resume',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
];

/** The first header of Next's router on a request, which could make Next fail; undefined if there is none. */
export function routerHeader(headers: IncomingHttpHeaders): string | undefined {
  return ROUTER_HEADERS.find((name) => headers[name] !== undefined);
}
