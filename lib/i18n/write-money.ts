import type { Currency } from '#lib/currencies.ts';

const NO_BREAK_SPACE = '\u00a0';

/** What stands between thousands, and before cents. */
type Separators = { group: string; decimal: string };

/** English, and Spanish in these countries, are written with a decimal point; all others with a decimal comma (CLDR). */
const WITH_POINT = /^en|^es-(?:CU|DO|GT|HN|MX|NI|PA|PE|PR|SV|US)$/;
/** Thousands are separated by a space in Costa Rica, and in Portuguese everywhere but in Brazil (CLDR). */
const WITH_SPACE = /^es-CR$|^pt-(?!BR)/;

/** The separators of a locale such as `es-CO`. */
export function separatorsOf(formatLocale: string): Separators {
  if (hasDecimalPoint(formatLocale)) return { group: ',', decimal: '.' };
  return { group: WITH_SPACE.test(formatLocale) ? NO_BREAK_SPACE : '.', decimal: ',' };
}

/** Whether a locale writes a decimal point, and a comma between thousands. */
export function hasDecimalPoint(formatLocale: string): boolean {
  return WITH_POINT.test(formatLocale);
}

/**
 * A number as a locale writes it. `Intl` is not used, because an old browser's data differ from the server's: the same page
 * would show two different amounts, one after the other.
 * @param digits after the decimal separator
 */
export function writeNumber(value: number, formatLocale: string, digits = 0): string {
  const { group, decimal } = separatorsOf(formatLocale);
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const written = fraction === undefined ? grouped : grouped + decimal + fraction;
  return value < 0 && /[1-9]/.test(written) ? `-${written}` : written;
}

/** How money is written for a reader (`lib/i18n/reader.ts`). */
export type MoneyStyle = {
  /** Decides the separators and where the currency stands: `es-CO`. */
  formatLocale: string;
  /** The currency of the reader's own country; null where that is not known. */
  ownCurrency: Currency | null;
};

/** How each currency is written where it is one's own; all others by `$`. */
const SIGNS: Readonly<Record<string, string>> = {
  BOB: 'Bs',
  BRL: 'R$',
  CRC: '₡',
  EUR: '€',
  GBP: '£',
  GTQ: 'Q',
  HNL: 'L',
  NIO: 'C$',
  PEN: 'S/',
  PYG: '₲',
};

/** Dollars and Mexican pesos are named by their country before the sign: `US$`. */
const NAMED_BY_COUNTRY = /^(?:AUD|CAD|MXN|USD)$/;
/** In Spanish `$` is the sign of pesos: it stands before the amount, and the code behind it says whose. */
const PESOS = /^(?:ARS|CLP|COP|DOP|MXN|UYU)$/;

/** The mark of a currency that is not the reader's own. Brazil's sign names its country; all others have their code. */
function namedMark(currency: string): string {
  if (NAMED_BY_COUNTRY.test(currency)) return `${currency.slice(0, 2)}$`;
  return currency === 'BRL' ? 'R$' : currency;
}

/**
 * Money as a reader reads it, so that the currency is never in doubt (ruling 63): a sign alone is the reader's own
 * currency, `$ 50.000`; any other is named by its country, `US$ 50`, or by its code, `$ 50.000 COP` and `COP 50,000`. The
 * currency is named once. Cents are written where there are any.
 * @param amountMajor in major units
 */
export function writeMoney(amountMajor: number, currency: string, { formatLocale, ownCurrency }: MoneyStyle): string {
  const number = writeNumber(Math.abs(amountMajor), formatLocale, Number.isInteger(amountMajor) ? 0 : 2);
  const minus = amountMajor < 0 ? '-' : '';
  const isOwn = currency === ownCurrency;
  const mark = isOwn ? (SIGNS[currency] ?? '$') : namedMark(currency);
  if (isAfter(formatLocale)) return `${minus}${number}${NO_BREAK_SPACE}${mark}`;
  if (formatLocale.startsWith('es') && !isOwn && PESOS.test(currency))
    return `${minus}${before('$', number, formatLocale)}${NO_BREAK_SPACE}${currency}`;
  return minus + before(mark, number, formatLocale);
}

/** Letters are always apart from the number, symbols only where the locale writes them so. */
function before(mark: string, number: string, formatLocale: string): string {
  const isClose = hasDecimalPoint(formatLocale) || /^es-(?:CL|EC)$/.test(formatLocale);
  return isClose && /[^A-Za-z/]$/.test(mark) ? mark + number : mark + NO_BREAK_SPACE + number;
}

/** In Spain, and in Portuguese outside of Brazil, the currency stands behind the number. */
function isAfter(formatLocale: string): boolean {
  return /^es-ES$|^pt-(?!BR)/.test(formatLocale);
}
