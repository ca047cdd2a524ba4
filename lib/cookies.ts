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
 * The value of a cookie of a request, by the name that it was set with: one for the whole site has `__Host-` over https, and
 * never the other prefix, with which a neighbouring host can set it for us.
 * @param name without a prefix
 * @param path the cookie's Path
 */
export function cookieOf(headers: Headers, name: string, path: string): string | undefined {
  const full = `${cookieName(name, path)}=`;
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(full))?.slice(full.length);
}

function isSecure(): boolean {
  return env().publicBaseUrl.startsWith('https:');
}
