/** The languages of the pages and mails. One more is a file in `messages/`, and a line here and in `catalogue.ts`. */
export const LOCALES = ['en', 'es', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language where nothing names another. */
export const DEFAULT_LOCALE: Locale = 'en';

/** Each language in its own words, as the switcher shows it. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', es: 'Español', pt: 'Português' };

/** What a page says it is written in, to browsers, screen readers and the card form: our Portuguese is Brazil's. */
export const LANGUAGE_TAGS = { en: 'en', es: 'es', pt: 'pt-BR' } as const satisfies Record<Locale, string>;

/** Lower-case countries by the language most of their donors read. */
const COUNTRIES: Record<Locale, readonly string[]> = {
  en: ['au', 'ca', 'gb', 'ie', 'nz', 'us'],
  es: 'ar bo cl co cr cu do ec es gt hn mx ni pa pe pr py sv uy ve'.split(' '),
  pt: ['ao', 'br', 'cv', 'gw', 'mz', 'pt', 'st', 'tl'],
};

/** Countries that write a language, and its numbers, in a way of their own; more than where it is the first one. */
const WRITTEN_IN: Record<Locale, readonly string[]> = { ...COUNTRIES, es: [...COUNTRIES.es, 'us'] };

/** Whether a text is one of our languages. */
export function isLocale(text: string | null | undefined): text is Locale {
  return (LOCALES as readonly (string | null | undefined)[]).includes(text);
}

/** The language most read in a country; undefined where it is none of ours. */
export function localeOfCountry(country: string): Locale | undefined {
  return LOCALES.find((locale) => COUNTRIES[locale].includes(country.toLowerCase()));
}

/**
 * The locale for money, numbers and dates: the page's language as the country of the cause writes it, so that
 * Colombian pesos read `$ 50.000` to a Spanish reader. The bare language where it is not that country's own.
 */
export function formattingLocale(locale: Locale, country: string | null): string {
  if (country === null || !WRITTEN_IN[locale].includes(country.toLowerCase())) return locale;
  return `${locale}-${country.toUpperCase()}`;
}
