import { amountWords } from '#lib/i18n/amount-words.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { parseAmountWithCents, splitWords } from '#lib/i18n/parse-amount.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { customaryUnitsPerMajor, exampleAmountText, MAX_AMOUNT_MAJOR, minorUnitsPerMajor } from '#lib/money.ts';
import { rejectField } from '../form-errors.ts';
import { fromMinor, readMinor, writeMinor } from './amounts.ts';

/**
 * The amount of a refund or transfer as staff typed it in the form's field `amount`, in minor units: plainly, with a point or a
 * comma before cents, or as pages write it for its reader, with thousands apart. Beside the digits nothing may stand but the
 * currency's code, signs and names.
 * @throws InvalidForm
 */
export function readRefund(typed: string, currency: string, { locale, place }: Reader): bigint {
  const split = splitWords(typed, locale, amountWords(currency));
  if ('error' in split && split.error === 'other_currency')
    return rejectField('amount', 'amountOtherCurrency', { currency });
  const amountMinor =
    'digits' in split
      ? (readMinor(split.digits, currency, split.factor) ??
        readGrouped(typed, split.digits, currency, formattingLocale(locale, place)))
      : undefined;
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

/** Two of a sign, or two signs: they separate thousands and cents in one way only, in whatever language. So does one of a currency without cents. */
const UNMISTAKABLE = /([.,]).*\1|\..*,|,.*\.|[\s'’].*[.,]/;

/** An amount with thousands apart, in minor units; undefined if it is none, or could be another one elsewhere. */
function readGrouped(typed: string, digits: string, currency: string, formatLocale: string): bigint | undefined {
  const words = amountWords(currency);
  const isPlain = UNMISTAKABLE.test(digits) || customaryUnitsPerMajor(currency) === 1;
  const ways = isPlain ? [formatLocale, 'en', 'es'] : [formatLocale];
  const parsed = ways.map((way) => parseAmountWithCents(typed, way, words)).find(({ ok }) => ok);
  if (!parsed?.ok) return undefined;
  const hundredths = BigInt(Math.round(parsed.amount * 100)) * BigInt(minorUnitsPerMajor(currency));
  return hundredths % 100n === 0n ? hundredths / 100n : undefined;
}
