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
  return format.formatToParts(1000).find((part) => part.type === 'currency')?.value ?? currency;
}

/** A large amount in words, so that its zeros can be checked: "50 mil pesos colombianos". Undefined for small ones. */
export function magnitude(texts: Texts, amountMajor: number, currency: string): string | undefined {
  if (amountMajor < 10_000) return undefined;
  const style = { style: 'currency', currency, currencyDisplay: 'name', notation: 'compact' } as const;
  const digits = { maximumFractionDigits: 3, minimumFractionDigits: 0 };
  const format = new Intl.NumberFormat(texts.formatLocale, { ...style, ...digits, compactDisplay: 'long' });
  return evenSpaces(format.format(amountMajor));
}

/** An instant in a time zone, with the zone's name. */
export function instant(formatLocale: string, iso: string, timeZone: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const;
  const written = evenSpaces(
    new Intl.DateTimeFormat(formatLocale, { ...day, ...time }).format(new Date(iso)),
  );
  return written.replace(/([ap]\.) (m\.)/, '$1\u00a0$2');
}

/** Server and browser differ in which narrow space they put: one kind for both, or the page would be rendered twice. */
function evenSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, '\u00a0');
}
