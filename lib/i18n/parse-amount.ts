import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { hasDecimalPoint, type Separators } from './numbers.ts';

/** Why a text is not an amount. `ambiguous`: its points or commas have another meaning in other countries. */
export type AmountParseError =
  | 'empty'
  | 'not_a_number'
  | 'not_whole'
  | 'ambiguous'
  | 'too_small'
  | 'too_large';
export type ParsedAmount = { ok: true; amount: number } | { ok: false; error: AmountParseError };
type Refused = Extract<ParsedAmount, { ok: false }>;
/** The digits before and after the decimal separator. */
type Digits = { whole: string; cents: string };

/**
 * Parses an amount in whole major units as a person types it in their locale: in Colombian Spanish `50.000` is fifty thousand.
 * It rejects separators that do not fit the locale instead of guessing, because one country's fifty is another's fifty
 * thousand.
 */
export function parseAmount(text: string, locale: string): ParsedAmount {
  const digits = digitsOf(text, locale);
  if ('error' in digits) return digits;
  if (/[1-9]/.test(digits.cents)) return { ok: false, error: 'not_whole' };
  return inRange(Number(digits.whole), 1);
}

/** The same with cents: `amount` is in major units, with at most two decimals. */
export function parseAmountWithCents(text: string, locale: string): ParsedAmount {
  const digits = digitsOf(text, locale);
  return 'error' in digits ? digits : inRange(Number(`${digits.whole}.${digits.cents}`), 0.01);
}

function digitsOf(text: string, locale: string): Digits | Refused {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s'’_]/gu, '')
    .replace(/^(?:\p{Sc}|\p{L}){0,5}[./]?(?=[\d.,-])/u, '')
    .replace(/^\p{Sc}/u, '')
    .replace(/(?:\p{Sc}|\p{L}){0,5}$/u, '');
  if (bare === '') return { ok: false, error: /\S/u.test(text) ? 'not_a_number' : 'empty' };
  if (!/^\d[\d.,]*$/.test(bare) || bare.length > 24) return { ok: false, error: 'not_a_number' };
  return splitDigits(bare, pointsAndCommas(locale));
}

/** The digits of a text that is written as in the locale. */
function splitDigits(bare: string, { group, decimal }: Separators): Digits | Refused {
  if (/^\d+$/.test(bare)) return { whole: bare, cents: '' };
  const parts = bare.split(decimal);
  const [whole = '', fraction] = parts;
  const grouped = whole.split(group);
  const wellGrouped = grouped.length === 1 || (/^\d{1,3}$/.test(grouped[0] ?? '') && restInThrees(grouped));
  if (parts.length > 2 || !wellGrouped || (fraction !== undefined && !/^\d{0,2}$/.test(fraction))) {
    return { ok: false, error: 'ambiguous' };
  }
  return { whole: grouped.join(''), cents: fraction ?? '' };
}

function restInThrees(grouped: string[]): boolean {
  return grouped.slice(1).every((part) => /^\d{3}$/.test(part));
}

function inRange(amount: number, least: number): ParsedAmount {
  if (amount < least) return { ok: false, error: 'too_small' };
  return amount > MAX_AMOUNT_MAJOR ? { ok: false, error: 'too_large' } : { ok: true, amount };
}

/** The locale's separators. Spaces between groups were removed; points or commas there are the opposite of the decimal separator. */
function pointsAndCommas(locale: string): Separators {
  return hasDecimalPoint(locale) ? { decimal: '.', group: ',' } : { decimal: ',', group: '.' };
}
