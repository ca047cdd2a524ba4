import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import type { AmountWords } from './amount-words.ts';
import { hasDecimalPoint } from './write-money.ts';

/**
 * Why a text is not an amount. `ambiguous`: its points, commas or spaces have another meaning elsewhere; `other_currency`: a
 * word or sign beside the digits names another one; `magnitude`: a word multiplies them.
 */
export type AmountParseError =
  | 'empty'
  | 'not_a_number'
  | 'other_currency'
  | 'magnitude'
  | 'not_whole'
  | 'ambiguous'
  | 'too_small'
  | 'too_large';
/** `understood` is what a text with a magnitude means, in whole major units: 50000 for `50 mil`. It is asked, never charged. */
export type RefusedAmount =
  | { ok: false; error: 'magnitude'; understood: number }
  | { ok: false; error: Exclude<AmountParseError, 'magnitude'> };
export type ParsedAmount = { ok: true; amount: number } | RefusedAmount;
/** The digits before and after the decimal separator, and what a word multiplies them by; 1 for none. */
type Digits = { whole: string; cents: string; factor: number };

/**
 * Parses an amount in whole major units as a person types it in their locale: in Colombian Spanish `50.000` is fifty thousand.
 * It rejects separators that do not fit the locale instead of guessing, because one country's fifty is another's fifty
 * thousand. Beside the digits nothing may stand but the currency's own code, signs and names (ruling 78).
 */
export function parseAmount(text: string, locale: string, words: AmountWords): ParsedAmount {
  const digits = digitsOf(text, locale, words);
  if ('error' in digits) return digits;
  if (digits.factor === 1 && /[1-9]/.test(digits.cents)) return { ok: false, error: 'not_whole' };
  return inRange(digits, 1);
}

/** The same with cents: `amount` is in major units, with at most two decimals. */
export function parseAmountWithCents(text: string, locale: string, words: AmountWords): ParsedAmount {
  const digits = digitsOf(text, locale, words);
  return 'error' in digits ? digits : inRange(digits, 0.01);
}

/** Holds an amount to bounds in whole major units, both included, and one that was only understood, too. */
export function withinBounds(parsed: ParsedAmount, { min, max }: { min: number; max: number }): ParsedAmount {
  const amount = parsed.ok ? parsed.amount : parsed.error === 'magnitude' ? parsed.understood : min;
  if (amount < min) return { ok: false, error: 'too_small' };
  return amount > max ? { ok: false, error: 'too_large' } : parsed;
}

/**
 * Takes a typed amount apart: its digits with the separators among them, and the factor of a word of magnitude, 1 for none.
 * Words for the currency of `words` count as nothing; any other text beside the digits is an error.
 */
export function splitWords(
  text: string,
  locale: string,
  { own, other, magnitudes }: AmountWords,
): { digits: string; factor: number } | RefusedAmount {
  const plain = text
    // Keyboards have an accent where people look for an apostrophe. NFKD makes it a space.
    .replace(/[´`′]/g, "'")
    .normalize('NFKD')
    .replace(/(\p{L})\p{M}+/gu, '$1')
    .toLowerCase()
    // A price without cents: `50.000.-`, `50,–`.
    .replace(/(\d)[.,][-–—](?=\D*$)/, '$1')
    .trim();
  if (plain === '') return { ok: false, error: 'empty' };
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d(?:.*\d)?[.,]?)(\D*)$/s.exec(plain) ?? [];
  // A superscript is a digit once it is normalized.
  if (!/^\d[\d.,\s'’_]{0,29}$/.test(digits) || /\p{No}/u.test(text)) return { ok: false, error: 'not_a_number' };
  const behind = wordsOf(after);
  const { thousand, million } = magnitudes[locale.slice(0, 2)] ?? { thousand: [], million: [] };
  const [first = '', second] = behind;
  const factor = thousand.includes(first) ? 1_000 : million.includes(first) ? 1_000_000 : 1;
  // "2 millones de pesos".
  if (factor > 1) behind.splice(0, second === 'de' ? 2 : 1);
  const beside = [...wordsOf(before), ...behind].filter((word) => !own.includes(word));
  if (beside.length === 0) return { digits, factor };
  const isOther = beside.every((word) => other.includes(word) || /^[a-z]*\p{Sc}[a-z]*$/u.test(word));
  return { ok: false, error: isOther ? 'other_currency' : 'not_a_number' };
}

/** The words beside the digits. A point that ends or abbreviates a word is no part of it: `S/.`, `M.N.` */
function wordsOf(side: string): string[] {
  return side
    .replace(/([a-z/])\./g, '$1')
    .split(/\s+/)
    .filter(Boolean);
}

/**
 * The digits of a text that is written as in the locale, or in groups of three with a space or an apostrophe between. In Latin
 * America an apostrophe may mark the millions alone: `1'500.000`.
 */
function digitsOf(text: string, locale: string, words: AmountWords): Digits | RefusedAmount {
  const split = splitWords(text, locale, words);
  if ('error' in split) return split;
  const [decimal, group] = hasDecimalPoint(locale) ? '.,' : ',.';
  const [typed = '', cents = '', ...more] = split.digits.split(decimal as string);
  const whole = typed.replace(/['’](?=\d{3}[.,]\d{3}$)/, group as string);
  const groups = whole.split(/[\s'’_]/.exec(whole)?.[0] ?? (group as string));
  const isGrouped = groups.every((digits, index) => /^\d{3}$/.test(digits) || (index === 0 && /^\d\d?$/.test(digits)));
  if (more.length > 0 || !(isGrouped || /^\d+$/.test(whole)) || !/^\d{0,2}$/.test(cents))
    return { ok: false, error: 'ambiguous' };
  return { whole: groups.join(''), cents, factor: split.factor };
}

/** Exact: whole and cents are multiplied as one number of hundredths. */
function inRange({ whole, cents, factor }: Digits, least: number): ParsedAmount {
  const amount =
    factor === 1 ? Number(`${whole}.${cents}`) : (Number(whole) * 100 + Number(cents.padEnd(2, '0'))) * (factor / 100);
  if (amount < least) return { ok: false, error: 'too_small' };
  if (amount > MAX_AMOUNT_MAJOR) return { ok: false, error: 'too_large' };
  return factor === 1 ? { ok: true, amount } : { ok: false, error: 'magnitude', understood: amount };
}
