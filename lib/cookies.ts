import { env } from '#lib/env.ts';

/**
 * The name that a cookie has in the browser. Over https it has a prefix (RFC 6265bis, 4.1.3), by which the browser guarantees that
 * no other host and no plain page has set it: `__Host-` for the whole site, `__Secure-` where a path narrows it.
 * @param path the cookie's Path
 */
export function cookieName(name: string, path: string): string {
  if (!isSecure()) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A `Set-Cookie` for our own pages, which scripts cannot read. Name and value in cookie characters; zero seconds delete it.
 * @param name without a prefix
 */
export function setCookie(name: string, value: string, { path, seconds }: { path: string; seconds: number }) {
  const secure = isSecure() ? '; Secure' : '';
  return `${cookieName(name, path)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * The value of a cookie; over https of one with a prefix.
 * @param get returns a cookie by its name in the browser
 * @param name without a prefix
 */
export function cookieBy(get: (name: string) => string | undefined, name: string): string | undefined {
  if (!isSecure()) return get(name);
  return get(`__Host-${name}`) ?? get(`__Secure-${name}`);
}

/** The value of a cookie of a request. Without a prefix, as in {@link cookieBy}. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return cookieBy((full) => pairs.find((pair) => pair.startsWith(`${full}=`))?.slice(full.length + 1), name);
}

function isSecure(): boolean {
  return env().publicBaseUrl.startsWith('https:');
}
