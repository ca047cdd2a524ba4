import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';
import type { Answer } from './answer.ts';
import { requestFromNode, requestFromWeb } from './api-request.ts';
import type { ApiHandler } from './pipeline.ts';
import { type Route, type RouteHandler, router } from './router.ts';
import { dataHeaders } from './security-headers.ts';

/**
 * What a route file of the API exports: a web handler, as Next asks for, around the handler that our front door calls.
 * Making a web Request and Response of each call would cost half of the throughput of a poll.
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
  /** Answers a path that takes other methods, named in `allow`. */
  methodNotAllowed: (allow: string[]) => ApiHandler;
  notFound: ApiHandler;
};

/**
 * Answers requests of node:http by the routes of the API. The server must join headers sent more than once.
 * `address` is the caller's, undefined where nobody can vouch for one.
 */
export function serveApi(
  routes: readonly Route<ApiRoute>[],
  { methodNotAllowed, notFound }: Fallbacks,
): (incoming: IncomingMessage, response: ServerResponse, address: string | undefined) => Promise<void> {
  const find = router(routes);
  return async (incoming, response, address) => {
    const request = requestFromNode(incoming, response, address);
    const match = find(request.method, request.path);
    if (match.kind === 'handler') write(response, await match.handler.handle(request, match.params));
    else if (match.kind === 'method') write(response, await methodNotAllowed(match.allow)(request, {}));
    else write(response, await notFound(request, {}));
  };
}

/** Writes an answer of the API. */
export function write(response: ServerResponse, { status, body, headers }: Answer): void {
  if (status !== 304) headers['Content-Length'] = String(Buffer.byteLength(body));
  response.writeHead(status, { ...dataHeaders(env()), ...headers });
  response.end(body);
}
