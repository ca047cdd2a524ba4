import { shorten } from '#lib/i18n/shorten.ts';

/** Longest name shown in a list, in code points. */
const MAX_LENGTH = 60;
/** Digits of a phone, a card or an identity document that was typed as a name, at least. */
const LONG_NUMBER = 7;
/** Digits that belong together, as people group them. */
const NUMBERS = /\p{Nd}(?:[ .()+-]*\p{Nd})*/gu;
/** Years and dates, which names may have: `1998-2002`, `12.05.2020`. */
const DATES = /^(?:(?:19|20)\d\d[ .-]*|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d)+$/;

/** What joins letters and emoji into one sign, and tags that make a flag. Anywhere else they are invisible. */
const JOINED = new RegExp(
  [
    /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/u,
    /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u,
    /(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);
/** Characters that show nothing, or change the direction of others. Fillers of Hangul and the empty Braille pattern are among them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu;

/**
 * A donor's name as the public may see it, or null. An email address, a link or a long number is not shown, because it was
 * probably not meant to be public. Invisible and direction-changing characters are removed.
 */
export function publicName(stored: string | null): string | null {
  const name = withoutInvisible(stored ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (!/[^\s\p{M}]/u.test(name) || /@|:\/\/|\bwww\./i.test(name.normalize('NFKC'))) return null;
  if ((name.match(NUMBERS) ?? []).some(isLongNumber)) return null;
  return shorten(name, MAX_LENGTH);
}

function withoutInvisible(text: string): string {
  let visible = '';
  let from = 0;
  for (const { index, 0: joined } of text.matchAll(JOINED)) {
    visible += text.slice(from, index).replace(INVISIBLE, ' ') + joined;
    from = index + joined.length;
  }
  return visible + text.slice(from).replace(INVISIBLE, ' ');
}

function isLongNumber(number: string): boolean {
  return (number.match(/\p{Nd}/gu) ?? []).length >= LONG_NUMBER && !DATES.test(number);
}
