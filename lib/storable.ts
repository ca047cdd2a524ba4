/** Whether PostgreSQL can hold a text: not with U+0000, and not with a lone surrogate (decisions.md 11). What it cannot hold, it matches nothing. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
