import { shorten } from '#lib/i18n/shorten.ts';
import { withoutInvisible } from '#lib/invisible-text.ts';

/** Longest name shown in a list, in code points. */
const MAX_LENGTH = 60;
/** Digits of a phone, a card or an identity document that was typed as a name, at least. */
const LONG_NUMBER = 7;
/** Digits that belong together, as people group them. */
const NUMBERS = /\p{Nd}(?:[ .()+-]*\p{Nd})*/gu;
/** Years and dates, which names may have: `1998-2002`, `12.05.2020`. */
const DATES = /^(?:(?:19|20)\d\d[ .-]*|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d)+$/;

/**
 * A donor's name as the public may see it, or null. An email address, a link or a long number is not shown, because it was
 * probably not meant to be public; neither is a dash, as of a creator who was erased. Invisible and direction-changing
 * characters are removed.
 */
export function publicName(stored: string | null): string | null {
  const name = withoutInvisible(stored ?? '', ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (!/[^\s\p{M}\p{Pd}]/u.test(name) || /@|:\/\/|\bwww\./i.test(name.normalize('NFKC'))) return null;
  if ((name.match(NUMBERS) ?? []).some(isLongNumber)) return null;
  return shorten(name, MAX_LENGTH);
}

function isLongNumber(number: string): boolean {
  return (number.match(/\p{Nd}/gu) ?? []).length >= LONG_NUMBER && !DATES.test(number);
}
