/**
 * Whether If-None-Match names a tag, compared weakly (RFC 9110, 13.1.2).
 * @param tag without `W/`
 */
export function isKnownTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  // `*` stands alone: within a list it can only be a part of a tag.
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag) ?? false;
}
