/** A call of an API: `:id` in the path stands for any text without a slash. */
export type Route<T> = [method: 'GET' | 'POST' | 'PUT', path: string, endpoint: T];

/** Finds the first route of a request, and the ids in its path; undefined when there is none. */
export function createRouter<T>(routes: readonly Route<T>[]) {
  const compiled = routes.map(([method, path, endpoint]) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(':id', '([^/]+)')}/?$`),
    endpoint,
  }));
  return (method: string, pathname: string): { endpoint: T; ids: string[] } | undefined => {
    for (const route of compiled) {
      const match = route.method === method ? route.pattern.exec(pathname) : null;
      if (match !== null) return { endpoint: route.endpoint, ids: match.slice(1).map(decode) };
    }
    return undefined;
  };
}

/** An id that is not encoded correctly stays as it is: nothing has it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
