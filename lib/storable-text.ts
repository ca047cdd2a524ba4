/**
 * Whether PostgreSQL can store a text: not with U+0000 or a lone surrogate (ruling 11). Such a text matches no row, and a
 * query with it would be an error, so callers check first.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
