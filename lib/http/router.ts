import type { RouteHandler } from './endpoint.ts';

/** A path template such as `/v1/causes/{key}` and the handlers of the methods it takes. */
export type Route = { path: string; methods: Partial<Record<string, RouteHandler>> };

/** What a request meets: a handler with its path parameters, a path that takes other methods, or nothing. */
export type Match =
  | { kind: 'handler'; handler: RouteHandler; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'none' };

/** Finds the route of a request. HEAD is answered by GET; a segment that cannot be decoded matches nothing. */
export function matchRoute(routes: readonly Route[], method: string, pathname: string): Match {
  for (const { path, methods } of routes) {
    const params = matchPath(path, pathname);
    if (!params) continue;
    const handler = methods[method === 'HEAD' ? 'GET' : method];
    if (handler) return { kind: 'handler', handler, params };
    return {
      kind: 'method',
      allow: Object.keys(methods).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
    };
  }
  return { kind: 'none' };
}

/** The parameters of a path that has a template's form; undefined where it has not. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const value = given[i] ?? '';
    if (name === undefined) {
      if (segment !== value) return undefined;
      continue;
    }
    const decoded = decodeSegment(value);
    if (!decoded) return undefined;
    params[name] = decoded;
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
