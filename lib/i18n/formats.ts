/** More than the service uses, except with the time zones of browsers. */
const MAX_FORMATS = 200;

const formats = new Map<string, unknown>();

/** A number format, made once: making one takes as long as a thousand uses of it. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(`n${locale}${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
}

/** A date format, made once. */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(`d${locale}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
}

/** In Spanish, one o'clock is singular: `a la 1:05`. `Intl` writes `a las`. */
export function atOneOClock(written: string): string {
  return written.replace(/\ba las (?=1:)/, 'a la ');
}

/** The plural rules of a language, made once. */
export function pluralRules(locale: string, options: Intl.PluralRulesOptions = {}): Intl.PluralRules {
  return kept(`p${locale}${JSON.stringify(options)}`, () => new Intl.PluralRules(locale, options));
}

function kept<Format>(key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known as Format;
  const made = make();
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}
