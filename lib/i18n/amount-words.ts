import { CURRENCIES, type Currency, factsOf } from '#lib/currencies.ts';
import type { Locale } from './locales.ts';

/**
 * The words that may stand beside the digits of a typed amount, in lower case and without accents. Plain data, fit for the
 * browser: a page gets the words of its own currency, never the table.
 */
export type AmountWords = {
  /** Name the currency that is meant: its code, its signs and its names. */
  own: readonly string[];
  /** Name another one of our currencies. */
  other: readonly string[];
  /** Multiply the digits, by the language of the reader. */
  magnitudes: Readonly<Partial<Record<string, Magnitudes>>>;
};
export type Magnitudes = { thousand: readonly string[]; million: readonly string[] };

/** `M` and `MM` are thousands to some and millions to others, and so is `mil` in English: they are no magnitudes. */
const THOUSAND = ['k', 'thousand'];
const MILLION = ['million', 'millions', 'millon', 'millones', 'milhao', 'milhoes'];
/** In these currencies a thousand is called so, too. */
const LUCAS: ReadonlySet<string> = new Set(['ARS', 'CLP', 'COP']);

const BY_CURRENCY = new Map(CURRENCIES.map((currency) => [currency as string, wordsOf(currency)]));

/** The words of a currency; of a text that is none of ours, those that it has in common with all. */
export function amountWords(currency: string): AmountWords {
  return BY_CURRENCY.get(currency) ?? { own: [], other: [], magnitudes: magnitudesOf(currency) };
}

function wordsOf(currency: Currency): AmountWords {
  const own = ownWords(currency);
  const others = CURRENCIES.flatMap(ownWords).filter((word) => !own.includes(word));
  // The sign of any currency is known without a list.
  const other = [...new Set(others)].filter((word) => /^[a-z/]+$/.test(word));
  return { own, other, magnitudes: magnitudesOf(currency) };
}

function ownWords(currency: Currency): string[] {
  const code = currency.toLowerCase();
  const names = factsOf(currency).words.split(' ');
  return names.includes('$') ? [code, `${code}$`, `$${code}`, ...names] : [code, ...names];
}

function magnitudesOf(currency: string): Record<Locale, Magnitudes> {
  const thousand = LUCAS.has(currency) ? [...THOUSAND, 'luca', 'lucas'] : THOUSAND;
  return {
    en: { thousand, million: MILLION },
    es: { thousand: [...thousand, 'mil'], million: MILLION },
    pt: { thousand: [...thousand, 'mil'], million: [...MILLION, 'mi'] },
  };
}
