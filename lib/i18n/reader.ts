import type { Currency } from '#lib/currencies.ts';
import { formattingLocale, hasNumberFormat, isLocale, type Locale, languageRanges } from './locales.ts';
import type { MoneyStyle } from './write-money.ts';

/** Who reads a page or a mail. */
export type Reader = {
  locale: Locale;
  /** The lower-case country whose way of writing and whose currency are the reader's own; null where not known. */
  place: string | null;
};

/** The currency of daily life in each country, where it is one of ours. */
const CURRENCY_OF: Readonly<Record<string, Currency>> = {
  ar: 'ARS',
  au: 'AUD',
  bo: 'BOB',
  br: 'BRL',
  ca: 'CAD',
  cl: 'CLP',
  co: 'COP',
  cr: 'CRC',
  do: 'DOP',
  ec: 'USD',
  es: 'EUR',
  gb: 'GBP',
  gt: 'GTQ',
  hn: 'HNL',
  ie: 'EUR',
  mx: 'MXN',
  ni: 'NIO',
  pa: 'USD',
  pe: 'PEN',
  pr: 'USD',
  pt: 'EUR',
  py: 'PYG',
  sv: 'USD',
  tl: 'USD',
  us: 'USD',
  uy: 'UYU',
};

/**
 * The reader of a page in a language. Their place is the region that their browser names with this language: `es-CO` for a
 * page in Spanish. A region named with another language says nothing of how they read this one, and neither does one where
 * the language is not at home.
 * @param acceptLanguage the header; null where there is none
 */
export function readerOf(locale: Locale, acceptLanguage: string | null): Reader {
  const own = languageRanges(acceptLanguage ?? '').filter(({ language }) => language === locale);
  const place = own.map(({ region }) => region).find((region) => region !== null && hasNumberFormat(region, locale));
  return { locale, place: place ?? null };
}

/** The reader that a stored language tag names: `es-CO`, or `es` where the place was not known. Null for no tag of ours. */
export function readerOfTag(tag: string | null): Reader | null {
  const [language, region] = (tag ?? '').split('-');
  if (!isLocale(language)) return null;
  const place = region?.toLowerCase();
  return { locale: language, place: place !== undefined && hasNumberFormat(place, language) ? place : null };
}

/** The language tag to store for a reader: `es-CO`, or `es` where their place is not known. */
export function tagOf({ locale, place }: Reader): string {
  return formattingLocale(locale, place);
}

/**
 * How money is written for a reader. Where their place is not known, currencies are always named, and numbers are written as
 * in the country that the text is about: most of its readers are from there.
 * @param country lower case; null where the text is about none
 */
export function moneyStyle({ locale, place }: Reader, country: string | null): MoneyStyle {
  return {
    formatLocale: formattingLocale(locale, place ?? country),
    ownCurrency: (place !== null && CURRENCY_OF[place]) || null,
  };
}
