import { DEFAULT_LOCALE, isLocale, type Locale, localeOfCountry } from './locales.ts';

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
