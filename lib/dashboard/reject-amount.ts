import type { RefusedAmount } from '#lib/i18n/parse-amount.ts';
import { writeMoney, writeNumber } from '#lib/i18n/write-money.ts';
import { rejectField } from './form-errors.ts';
import type { FormErrorCode } from './page-view.ts';

/** The errors whose text depends on what the amount is for. */
type Own = 'empty' | 'not_whole' | 'too_large';
type Form = {
  field: string;
  currency: string;
  /** How the form's reader writes numbers: `es-CO`. */
  formatLocale: string;
  texts: Record<Own, FormErrorCode>;
};

const TEXTS: Record<Exclude<RefusedAmount['error'], Own>, FormErrorCode> = {
  not_a_number: 'amountNotNumber',
  other_currency: 'amountOtherCurrency',
  magnitude: 'amountMagnitude',
  ambiguous: 'amountAmbiguous',
  too_small: 'amount',
};

/** Rejects a form because of an amount that was not understood, or has to be typed in digits. @throws InvalidForm */
export function rejectAmount(refused: RefusedAmount, { field, currency, formatLocale, texts }: Form): never {
  const code = { ...TEXTS, ...texts }[refused.error];
  if (refused.error === 'other_currency') return rejectField(field, code, { currency });
  if (refused.error !== 'magnitude') return rejectField(field, code);
  const style = { formatLocale, ownCurrency: null };
  return rejectField(field, code, {
    amount: writeMoney(refused.understood, currency, style),
    example: writeNumber(refused.understood, formatLocale),
  });
}
