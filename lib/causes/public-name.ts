/** Longest name shown in a list, in code points. */
const MAX_LENGTH = 60;
/** Digits of a phone, a card or an identity document that was typed as a name. */
const TOO_MANY_DIGITS = 6;

/**
 * A donor's name as the public may see it, or null. An email address, a link or a long number is not shown, because it was
 * probably not meant to be public. Invisible and direction-changing characters are removed.
 */
export function publicName(stored: string | null): string | null {
  const name = (stored ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (name === '' || /@|:\/\/|\bwww\./i.test(name.normalize('NFKC'))) return null;
  if ((name.match(/\p{Nd}/gu) ?? []).length >= TOO_MANY_DIGITS) return null;
  const characters = [...name];
  return characters.length <= MAX_LENGTH
    ? name
    : `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trim()}…`;
}
