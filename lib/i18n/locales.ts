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

/** The cookie in which the language switcher stores a donor's choice. */
export const LOCALE_COOKIE = 'lang';

/** Its name over https, where the browser guarantees that no other host has set it (RFC 6265bis, 4.1.3). */
export const SECURE_LOCALE_COOKIE = `__Host-${LOCALE_COOKIE}`;

/**
 * The value of the language's cookie; one without the prefix, from plain http, comes last.
 * @param get returns a cookie by its name in the browser
 */
export function localeCookie(get: (name: string) => string | undefined): string | undefined {
  return get(SECURE_LOCALE_COOKIE) ?? get(LOCALE_COOKIE);
}

type Preferences = {
  /** `?lang=` of the URL. */
  explicit?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
  /** Country of the cause, as a lower-case ISO code. */
  country?: string | null | undefined;
};

/** The language of a page: by its address, cookie, `Accept-Language` or the cause's country, in this order; else English. */
export function negotiateLocale(preferences: Preferences): Locale {
  const explicit = localeNamed(preferences.explicit);
  if (explicit) return explicit;
  if (isLocale(preferences.cookie)) return preferences.cookie;
  return fromHeader(preferences.acceptLanguage ?? '') ?? localeOfCountry(preferences.country ?? '') ?? DEFAULT_LOCALE;
}

/** The language that `?lang=` of an address names, in any case (RFC 5646, 2.1.1); undefined if it is none of ours. */
export function localeNamed(lang: string | null | undefined): Locale | undefined {
  const name = lang?.toLowerCase();
  return isLocale(name) ? name : undefined;
}

/** The best of our languages in an `Accept-Language` header, by weight, then by order. `*` is ignored. */
function fromHeader(header: string): Locale | undefined {
  return languageRanges(header)
    .map(({ language }) => language)
    .find(isLocale);
}

/** A language of an `Accept-Language` header in lower case, and its country where the range names one. */
type LanguageRange = { language: string; region: string | null };

/** The languages of an `Accept-Language` header, by weight, then by order (RFC 9110, 12.5.4). */
export function languageRanges(header: string): LanguageRange[] {
  return header
    .slice(0, 500)
    .split(',')
    .map(parseRange)
    .filter((range) => range.weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

function parseRange(text: string): LanguageRange & { weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const weight = quality === undefined ? 1 : Number(quality.split('=')[1]);
  const [language = '', ...subtags] = tag.toLowerCase().split('-');
  const region = subtags.find((subtag) => /^[a-z]{2}$/.test(subtag)) ?? null;
  return { language, region, weight: Number.isFinite(weight) ? weight : 0 };
}
