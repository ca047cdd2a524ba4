import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';
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
