/**
 * The address in what was typed or pasted as one: without the characters that nobody sees, and without what stands around it where
 * it was copied, as in `mailto:ana@example.org` and `Ana <ana@example.org>`. Anything else stays as it is.
 */
export function typedAddress(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*(?:mailto:|(?:[^<>@]*\s)?<(?=.*>))([^\s<>@]+@[^\s<>@?]+)>?\s*$/i, '$1');
}
