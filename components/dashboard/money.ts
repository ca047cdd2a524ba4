import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';

type Amount = {
  amountMajor: number;
  currency: string;
  /** Of the cause: how numbers are written where the reader's place is not known. Omitted on pages about many countries. */
  country?: string;
};

/** An amount as the reader of a page reads it. */
export function majorMoney(reader: Reader, { amountMajor, currency, country = '' }: Amount): string {
  return writeMoney(amountMajor, currency, moneyStyle(reader, country));
}

/** The same from minor units, such as what is left of a payment after fees. */
export function minorMoney(reader: Reader, of: Omit<Amount, 'amountMajor'>, amountMinor: number): string {
  return majorMoney(reader, { ...of, amountMajor: amountMinor / minorUnitsPerMajor(of.currency) });
}

/** A deduction of a sum, written with its minus sign; nothing deducted is zero without a sign. */
export function deduction(reader: Reader, of: Omit<Amount, 'amountMajor'>, amountMinor: number): string {
  return minorMoney(reader, of, amountMinor === 0 ? 0 : -amountMinor);
}
