import { amountWords } from '#lib/i18n/amount-words.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { splitWords } from '#lib/i18n/parse-amount.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { exampleAmountText, MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { rejectField } from '../form-errors.ts';
import { fromMinor, readMinor, writeMinor } from './amounts.ts';

/**
 * The amount of a refund or transfer as staff typed it in the form's field `amount`, in minor units. Beside the digits nothing
 * may stand but the currency's code, signs and names.
 * @throws InvalidForm
 */
export function readRefund(typed: string, currency: string, locale: Locale): bigint {
  const split = splitWords(typed, locale, amountWords(currency));
  if ('error' in split && split.error === 'other_currency')
    return rejectField('amount', 'amountOtherCurrency', { currency });
  const amountMinor = 'digits' in split ? readMinor(split.digits, currency, split.factor) : undefined;
  if (!('digits' in split) || amountMinor === undefined)
    return rejectField('amount', 'refundAmount', { example: exampleAmountText(currency) });
  if (amountMinor === 0n) return rejectField('amount', 'amount');
  if (split.factor === 1) return amountMinor;
  const { amountMajor } = fromMinor(amountMinor, currency);
  if (amountMajor > MAX_AMOUNT_MAJOR) return rejectField('amount', 'refundOverLeft');
  const style = { formatLocale: formattingLocale(locale, null), ownCurrency: null };
  return rejectField('amount', 'amountMagnitude', {
    amount: writeMoney(amountMajor, currency, style),
    example: writeMinor(amountMinor, currency),
  });
}
