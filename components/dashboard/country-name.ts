import type { Locale } from '#lib/i18n/locales.ts';

/** The name of a country in the reader's language, by its ISO code in either case. */
export function countryName(locale: Locale, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code;
}
