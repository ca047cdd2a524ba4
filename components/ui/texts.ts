import { atOneOClock, dateTimeFormat, numberFormat } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { type MoneyStyle, writeMoney, writeNumber } from '#lib/i18n/write-money.ts';

/** The language of a page: its translator, the locale for numbers and dates, and how its reader reads money. */
export type Texts = { t: Translate; locale: Locale } & MoneyStyle;

/** Money in major units, as the reader of the page reads it. */
export function money(texts: MoneyStyle, amountMajor: number, currency: string): string {
  return writeMoney(amountMajor, currency, texts);
}

/** The most characters of an amount that has the room of one choice on a phone with letters twice as large. */
const LONGEST_CHOICE = 12;

/** Whether some of the amounts to choose from (major units) are so long that large letters have to be smaller. */
export function areLong(texts: MoneyStyle, amounts: readonly number[], currency: string): boolean {
  return amounts.some((amountMajor) => money(texts, amountMajor, currency).length > LONGEST_CHOICE);
}

/** A whole number, grouped as the page does. */
export function number(texts: Pick<Texts, 'formatLocale'>, value: number): string {
  return writeNumber(value, texts.formatLocale);
}

/** The plural name of a currency: "US dollars", "pesos colombianos". */
export function currencyName(texts: Texts, currency: string): string {
  const format = numberFormat(texts.formatLocale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
  });
  const name = format.formatToParts(1000).find((part) => part.type === 'currency')?.value ?? currency;
  return inSentence(name, texts.locale);
}

/** Within a sentence, names of currencies have no capital in Portuguese. */
function inSentence(name: string, locale: Locale): string {
  return locale === 'pt' ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Millions and above are nouns in Spanish and Portuguese: "un millón de pesos". `Intl` omits the "de". */
const COUNTING_NOUN = /(?:ll(?:ón|ones)|lh(?:ão|ões))$/;

/** A large amount in words, so that its zeros can be checked: "50 mil pesos colombianos". Undefined for small ones. */
export function magnitude(texts: Texts, amountMajor: number, currency: string): string | undefined {
  if (amountMajor < 10_000) return undefined;
  const style = { style: 'currency', currency, currencyDisplay: 'name', notation: 'compact' } as const;
  // All digits: rounded words would state another amount than is charged.
  const digits = { maximumFractionDigits: 12, minimumFractionDigits: 0 };
  const format = numberFormat(texts.formatLocale, { ...style, ...digits, compactDisplay: 'long' });
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
  const written = atOneOClock(evenSpaces(dateTimeFormat(formatLocale, { ...day, ...time }).format(new Date(iso))));
  return written.replace(/([ap]\.) (m\.)/, '$1\u00a0$2').replace('GMT-', 'GMT\u2011');
}

/** The day of an instant in a time zone. */
export function day(formatLocale: string, iso: string, timeZone: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return evenSpaces(dateTimeFormat(formatLocale, format).format(new Date(iso)));
}

/** An instant in a time zone, for pages that name the zone once. */
export function longInstant(formatLocale: string, iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return atOneOClock(evenSpaces(format.format(new Date(iso)))).replace(/([ap]\.) (m\.)/, '$1\u00a0$2');
}

/** A share in percent, rounded down, so that just under one is not 100 %. */
export function percent(texts: Texts, share: number): string {
  const whole = Math.floor(share * 100 + 1e-9) / 100;
  return evenSpaces(numberFormat(texts.formatLocale, { style: 'percent' }).format(whole));
}

/** The time of day of an instant, in the browser's time zone. */
export function clockTime(formatLocale: string, instant: Date): string {
  return evenSpaces(dateTimeFormat(formatLocale, { hour: 'numeric', minute: '2-digit' }).format(instant));
}

/** The time of day of an instant in a time zone, which it names. */
export function timeOfDay(formatLocale: string, iso: string, timeZone: string): string {
  const format = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const;
  return evenSpaces(dateTimeFormat(formatLocale, format).format(new Date(iso)));
}

/** An instant in few characters, for lists that name the time zone once. */
export function shortInstant(formatLocale: string, iso: string, timeZone: string): string {
  const format = dateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return evenSpaces(format.format(new Date(iso)));
}

/** Server and browser use different narrow spaces. One kind for both avoids a hydration mismatch. */
function evenSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, '\u00a0');
}
