/** The languages of pages and mails. CONTRIBUTING.md says how to add one. */
export const LOCALES = ['en', 'es', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language if nothing suggests another. */
export const DEFAULT_LOCALE: Locale = 'en';

/** The name of each language in itself, for the language switcher. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', pt: 'Português' };

/** The language tags for browsers, screen readers and the card form. Our Portuguese is Brazil's. */
export const LANGUAGE_TAGS = { en: 'en', es: 'es', pt: 'pt-BR' } as const satisfies Record<Locale, string>;

/** Lower-case countries by the language of most of their donors. */
const COUNTRIES: Record<Locale, string> = {
  en: 'au ca gb ie nz us',
  es: 'ar bo cl co cr cu do ec es gt hn mx ni pa pe pr py sv uy ve',
  pt: 'ao br cv gw mz pt st tl',
};

/** Whether a text is one of our languages. */
export function isLocale(text: string | null | undefined): text is Locale {
  return (LOCALES as readonly (string | null | undefined)[]).includes(text);
}

/** The most common language of a country; undefined if we do not have it. */
export function localeOfCountry(country: string): Locale | undefined {
  return LOCALES.find((locale) => isListed(country, COUNTRIES[locale]));
}

/** Whether a country (any case) has its own number format in a language, even if it is not its first language. */
export function hasNumberFormat(country: string, locale: Locale): boolean {
  return isListed(country, COUNTRIES[locale]) || (locale === 'es' && country.toLowerCase() === 'us');
}

function isListed(country: string, countries: string): boolean {
  return countries.split(' ').includes(country.toLowerCase());
}

/**
 * The locale for money, numbers and dates: a language as a country writes it, such as `es-CO`. Just the language if the country
 * does not use it.
 */
export function formattingLocale(locale: Locale, country: string | null): string {
  if (country === null || !hasNumberFormat(country, locale)) return locale;
  return `${locale}-${country.toUpperCase()}`;
}
