/** Control and unassigned characters, except line breaks, and those that change the direction of text around them. */
const UNSHOWN = /(?!\n)[\p{Cc}\p{Co}\p{Cn}]|[\u202a-\u202e\u2066-\u2069]/gu;
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A donor's message as the public may see it: plain text, at most one empty line in a row; null where nothing is visible. */
export function publicMessage(stored: string | null): string | null {
  const message = (stored ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(UNSHOWN, '')
    .replace(/\n\s*\n\s*/g, '\n\n')
    .trim();
  return VISIBLE.test(message) ? message : null;
}
