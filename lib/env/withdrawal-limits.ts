import { CURRENCIES, type Currency, isCurrency, MAX_AMOUNT_MAJOR } from '#lib/money.ts';

/** Whole major units for each currency. */
export type AmountPerCurrency = Readonly<Record<Currency, number>>;

/** What a creator may withdraw within a day (UTC): about 1 000 US dollars. */
export const DAILY_LIMITS: AmountPerCurrency = {
  ARS: 1_400_000,
  AUD: 1_500,
  BOB: 7_000,
  BRB: 5_500,
  BRL: 5_500,
  CAD: 1_400,
  CLP: 950_000,
  COP: 4_000_000,
  CRC: 510_000,
  DOP: 62_000,
  EUR: 900,
  GBP: 800,
  GTQ: 7_700,
  HNL: 26_000,
  MXN: 18_000,
  NIO: 37_000,
  PEN: 3_500,
  PYG: 7_500_000,
  USD: 1_000,
  UYU: 40_000,
};

/**
 * Above this a withdrawal needs the approval of staff, and a refund that of a second member of staff: half of the daily limit,
 * about 500 US dollars.
 */
export const APPROVAL_THRESHOLDS = Object.fromEntries(
  CURRENCIES.map((currency) => [currency, DAILY_LIMITS[currency] / 2]),
) as AmountPerCurrency;

/**
 * Overrides a table by amounts such as `USD=1000,COP=4000000`; other currencies keep their amount.
 * @throws Error saying what is wrong with the text.
 */
export function readAmounts(text: string, table: AmountPerCurrency): AmountPerCurrency {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const read = parts.map(readAmount);
  const twice = read.find(([currency], at) => read.findIndex(([other]) => other === currency) < at);
  if (twice) throw new Error(`must have one amount in each currency, and has two in ${twice[0]}`);
  return { ...table, ...Object.fromEntries(read) };
}

function readAmount(part: string): [Currency, number] {
  const match = /^([A-Z]{3})=(\d{1,13})$/.exec(part);
  const [, currency = '', amount = ''] = match ?? [];
  if (!isCurrency(currency) || Number(amount) > MAX_AMOUNT_MAJOR)
    throw new Error(`must be amounts such as USD=1000,COP=4000000, which "${part}" is not one of`);
  return [currency, Number(amount)];
}
