import { CURRENCIES, type Currency, factsOf, isCurrency } from '#lib/currencies.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { isRepeatable } from './repeatable.ts';

/** Whole major units for each currency. */
export type AmountPerCurrency = Readonly<Record<Currency, number>>;

/** What a creator may withdraw within a day (UTC). */
export const DAILY_LIMITS = perCurrency((currency) => factsOf(currency).dailyWithdrawal);

/**
 * Above this a withdrawal needs the approval of staff, and a refund that of a second member of staff: half of the daily limit,
 * about 500 US dollars.
 */
export const APPROVAL_THRESHOLDS = perCurrency((currency) => DAILY_LIMITS[currency] / 2);

function perCurrency(amountOf: (currency: Currency) => number): AmountPerCurrency {
  return Object.fromEntries(CURRENCIES.map((currency) => [currency, amountOf(currency)])) as AmountPerCurrency;
}

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
    throw new Error(
      `must be amounts such as USD=1000,COP=4000000${isRepeatable(part) ? `, which "${part}" is not one of` : ''}`,
    );
  return [currency, Number(amount)];
}
