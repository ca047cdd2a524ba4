import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';

/** Why a text is no amount. `ambiguous`: its points or commas mean something else in another country. */
export type AmountFault = 'empty' | 'not_a_number' | 'not_whole' | 'ambiguous' | 'too_small' | 'too_large';
export type ParsedAmount = { ok: true; amount: number } | { ok: false; fault: AmountFault };

type Separators = { group: string; decimal: string };

/**
 * Reads the whole major units that a person typed, in the way their locale writes numbers: in Spanish of Colombia
 * `50.000` is fifty thousand. Where the separators do not fit the locale it refuses rather than guesses: what one
 * writes as fifty, another reads as fifty thousand.
 */
export function parseAmount(text: string, locale: string): ParsedAmount {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s'’_]/gu, '')
    .replace(/^(?:\p{Sc}|\p{L}){0,5}\.?(?=[\d.,-])/u, '')
    .replace(/^\p{Sc}/u, '')
    .replace(/(?:\p{Sc}|\p{L}){0,5}$/u, '');
  if (bare === '') return { ok: false, fault: /\S/u.test(text) ? 'not_a_number' : 'empty' };
  if (!/^\d[\d.,]*$/.test(bare) || bare.length > 24) return { ok: false, fault: 'not_a_number' };
  const digits = wholeDigits(bare, separatorsOf(locale));
  return typeof digits === 'string' ? inRange(Number(digits)) : digits;
}

/** The digits before the decimal separator, when all else about the text is as the locale writes it. */
function wholeDigits(
  bare: string,
  { group, decimal }: Separators,
): string | Extract<ParsedAmount, { ok: false }> {
  if (/^\d+$/.test(bare)) return bare;
  const parts = bare.split(decimal);
  const [whole = '', fraction] = parts;
  const grouped = whole.split(group);
  const wellGrouped = grouped.length === 1 || (/^\d{1,3}$/.test(grouped[0] ?? '') && restInThrees(grouped));
  if (parts.length > 2 || !wellGrouped || (fraction !== undefined && !/^\d{0,2}$/.test(fraction))) {
    return { ok: false, fault: 'ambiguous' };
  }
  if (fraction !== undefined && /[1-9]/.test(fraction)) return { ok: false, fault: 'not_whole' };
  return grouped.join('');
}

function restInThrees(grouped: string[]): boolean {
  return grouped.slice(1).every((part) => /^\d{3}$/.test(part));
}

function inRange(amount: number): ParsedAmount {
  if (amount < 1) return { ok: false, fault: 'too_small' };
  return amount > MAX_AMOUNT_MAJOR ? { ok: false, fault: 'too_large' } : { ok: true, amount };
}

/** A locale that groups by blanks (they were taken out) has its decimal separator's opposite as the group here. */
function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8);
  const decimal = parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
  return { decimal, group: decimal === ',' ? '.' : ',' };
}
