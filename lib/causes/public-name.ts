/** Longest name shown in a list, in code points. */
const MAX_LENGTH = 60;
/** Digits of a phone, a card or an identity document that was typed where the name belongs. */
const TOO_MANY_DIGITS = 6;

/**
 * A donor's name as everyone may see it; null where none is to be shown. What was plainly never meant to be public, an
 * email address, a link or a long number, is no name. Invisible and direction-changing characters are taken away.
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
