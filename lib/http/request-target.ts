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

/** The public address, and the one that the caller itself wrote. */
function ownHosts(host: string | undefined): (string | undefined)[] {
  return [hostOf(env().publicBaseUrl), ...['http', 'https'].map((scheme) => hostOf(`${scheme}://${host}`))];
}

/** The host of an address with its port, unless that is the scheme's own; undefined where a user name stands before it. */
function hostOf(address: string | undefined): string | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url && url.username === '' && url.password === '' ? url.host : undefined;
}
