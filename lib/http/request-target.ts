import { env } from '#lib/env.ts';

/**
 * The path and query that a request target names (RFC 9112, 3.2): it may come with an address of our own in front, and
 * several slashes at its start count as one, which is what a base address that ends in a slash makes of `/v1`.
 * @param host what the request says in its Host header
 * @returns undefined where the target is none of ours
 */
export function originForm(target: string, host: string | undefined): string | undefined {
  if (target.startsWith('/')) return target.startsWith('//') ? target.replace(/^\/+/, '/') : target;
  const rest = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(target);
  const authority = hostOf(rest?.[1]);
  if (!rest || !authority || !ownHosts(host).includes(authority)) return undefined;
  return originForm(rest[2]?.startsWith('/') ? rest[2] : `/${rest[2]}`, host);
}

/** What may stand in a path without being encoded (RFC 3986, 2.3). */
const UNRESERVED = /[\w.~-]/;

/**
 * A target whose path has nothing encoded that need not be (RFC 3986, 6.2.2): `/%71a` is `/qa` to all who decide by it.
 */
export function normalised(target: string): string {
  const [path = ''] = target.split('?', 1);
  if (!path.includes('%')) return target;
  const plain = path.replace(/%([\da-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
  return plain + target.slice(path.length);
}

/**
 * A path as its reader understands it. Undefined where it names nothing: one that cannot be decoded, holds U+0000, or
 * climbs with `..`, which no browser sends.
 */
export function decodedPath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') || /(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The public address, and the one that the caller itself wrote. */
function ownHosts(host: string | undefined): (string | undefined)[] {
  return [hostOf(env().publicBaseUrl), ...['http', 'https'].map((scheme) => hostOf(`${scheme}://${host}`))];
}

/** The host of an address with its port, unless that is the scheme's own; undefined where a user name stands before it. */
function hostOf(address: string | undefined): string | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url && url.username === '' && url.password === '' ? url.host : undefined;
}
