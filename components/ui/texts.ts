import type { Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { formatMajor } from '#lib/money.ts';

/** A page's language in use: its texts, and how it writes money, numbers and dates. */
export type Texts = { t: Translate; locale: Locale; formatLocale: string };

/** Money in whole major units, as the page writes it. */
export function money(texts: Texts, amountMajor: number, currency: string): string {
  return evenSpaces(formatMajor(amountMajor, currency, texts.formatLocale));
}

/** A plain number, grouped as the page does. */
export function number(texts: Texts, value: number): string {
  return evenSpaces(new Intl.NumberFormat(texts.formatLocale).format(value));
}

/** A currency in words, as one speaks of several of it: "US dollars", "pesos colombianos". */
export function currencyName(texts: Texts, currency: string): string {
  const format = new Intl.NumberFormat(texts.formatLocale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
  });
  const name = format.formatToParts(1000).find((part) => part.type === 'currency')?.value ?? currency;
  return inSentence(name, texts.locale);
}

/** Names of currencies come as they stand in a list, which in Portuguese is with a capital. */
function inSentence(name: string, locale: Locale): string {
  return locale === 'pt' ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Millions and above are nouns in Spanish and Portuguese, "un millón de pesos"; formats leave their "de" out. */
const COUNTING_NOUN = /(?:ll(?:ón|ones)|lh(?:ão|ões))$/;

/** A large amount in words, so that its zeros can be checked: "50 mil pesos colombianos". Undefined for small ones. */
export function magnitude(texts: Texts, amountMajor: number, currency: string): string | undefined {
  if (amountMajor < 10_000) return undefined;
  const style = { style: 'currency', currency, currencyDisplay: 'name', notation: 'compact' } as const;
  const digits = { maximumFractionDigits: 3, minimumFractionDigits: 0 };
  const format = new Intl.NumberFormat(texts.formatLocale, { ...style, ...digits, compactDisplay: 'long' });
  const words = format.formatToParts(amountMajor).map(({ type, value }) => {
    if (type === 'currency') return inSentence(value, texts.locale);
    return type === 'compact' && COUNTING_NOUN.test(value) ? `${value} de` : value;
  });
  return evenSpaces(words.join(''));
}

/** An instant in a time zone, with the zone's name. */
export function instant(formatLocale: string, iso: string, timeZone: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const;
  const written = evenSpaces(
    new Intl.DateTimeFormat(formatLocale, { ...day, ...time }).format(new Date(iso)),
  );
  return written.replace(/([ap]\.) (m\.)/, '$1\u00a0$2').replace('GMT-', 'GMT\u2011');
}

/** The day of an instant in a time zone. */
export function day(formatLocale: string, iso: string, timeZone: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return evenSpaces(new Intl.DateTimeFormat(formatLocale, format).format(new Date(iso)));
}

/** A share of a whole in percent, never more than is true: just under one is not 100 %. */
export function percent(texts: Texts, share: number): string {
  const whole = Math.floor(share * 100 + 1e-9) / 100;
  return evenSpaces(new Intl.NumberFormat(texts.formatLocale, { style: 'percent' }).format(whole));
}

/** The time of day of an instant within a day of now, by the reader's own clock. For the browser, which knows their zone. */
export function clockTime(formatLocale: string, instant: Date): string {
  return evenSpaces(
    new Intl.DateTimeFormat(formatLocale, { hour: 'numeric', minute: '2-digit' }).format(instant),
  );
}

/** The same in few characters, for lists: the zone is said once, beside them. */
export function shortInstant(formatLocale: string, iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return evenSpaces(format.format(new Date(iso)));
}

/** Server and browser differ in which narrow space they put: one kind for both, or the page would be rendered twice. */
function evenSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, '\u00a0');
}
