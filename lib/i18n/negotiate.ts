import { DEFAULT_LOCALE, isLocale, type Locale, localeOfCountry } from './locales.ts';

/** The cookie in which the language switcher keeps a donor's choice. */
export const LOCALE_COOKIE = 'lang';

type Wishes = {
  /** `?lang=` of the address. */
  explicit?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
  /** Of the cause; lower-case ISO code. */
  country?: string | null | undefined;
};

/** The language of a page: what the reader asked for, what their browser names, what the country speaks, English. */
export function negotiateLocale(wishes: Wishes): Locale {
  if (isLocale(wishes.explicit)) return wishes.explicit;
  if (isLocale(wishes.cookie)) return wishes.cookie;
  return fromHeader(wishes.acceptLanguage ?? '') ?? localeOfCountry(wishes.country ?? '') ?? DEFAULT_LOCALE;
}

/** The best of our languages in an `Accept-Language` header, by weight, then by order. `*` names none. */
function fromHeader(header: string): Locale | undefined {
  return header
    .slice(0, 500)
    .split(',')
    .map(parseRange)
    .filter((range) => range.weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map((range) => range.language)
    .find(isLocale);
}

function parseRange(text: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const weight = quality === undefined ? 1 : Number(quality.split('=')[1]);
  return { language: (tag.split('-')[0] ?? '').toLowerCase(), weight: Number.isFinite(weight) ? weight : 0 };
}
