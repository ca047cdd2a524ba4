/** What Next hands to a route handler besides the request. */
export type RouteContext = { params: Promise<Record<string, string>> };
/** A web handler, as Next asks of a route file. */
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** A path template such as `/v1/causes/{key}` and the handlers of the methods it takes. */
export type Route<Handler> = { path: string; methods: Partial<Record<string, Handler>> };

/** What a request meets: a handler with its path parameters, a path that takes other methods, or nothing. */
export type Match<Handler> =
  | { kind: 'handler'; handler: Handler; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'none' };

type Segment = { parameter: string } | { text: string };

/** Finds the route of a request. HEAD is answered by GET; a segment that cannot be decoded matches nothing. */
export function router<Handler>(
  routes: readonly Route<Handler>[],
): (method: string, pathname: string) => Match<Handler> {
  const table = routes.map(({ path, methods }) => ({ template: segmentsOf(path), methods }));
  return (method, pathname) => {
    const given = pathname.split('/');
    for (const { template, methods } of table) {
      const params = matchSegments(template, given);
      if (!params) continue;
      const handler = methods[method === 'HEAD' ? 'GET' : method];
      if (handler) return { kind: 'handler', handler, params };
      return {
        kind: 'method',
        allow: Object.keys(methods).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
      };
    }
    return { kind: 'none' };
  };
}

/** The parameters of a path that has a template's form; undefined where it has not. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  return matchSegments(segmentsOf(template), pathname.split('/'));
}

function segmentsOf(template: string): Segment[] {
  return template.split('/').map((text) => {
    const parameter = /^\{(\w+)\}$/.exec(text)?.[1];
    return parameter === undefined ? { text } : { parameter };
  });
}

function matchSegments(
  template: readonly Segment[],
  given: readonly string[],
): Record<string, string> | undefined {
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
