import { money, type Texts } from '#components/ui/texts.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';

type Amount = {
  amountMajor: number;
  currency: string;
  /** Of the cause: how its readers write money. */
  country: string;
};

/** Money with its currency's code: in one list stand many currencies, and a dollar sign is the sign of several. */
export function moneyWithCode(locale: Locale, { amountMajor, currency, country }: Amount): string {
  const written = money(textsOf(locale, country), amountMajor, currency);
  return written.includes(currency) ? written : `${written} ${currency}`;
}

/** The same from minor units, such as what is left of a payment after fees. */
export function minorMoney(locale: Locale, of: Omit<Amount, 'amountMajor'>, amountMinor: number): string {
  return moneyWithCode(locale, { ...of, amountMajor: amountMinor / minorUnitsPerMajor(of.currency) });
}

/** Minor units without the code, for where it stands already. */
export function bareMoney(locale: Locale, of: Omit<Amount, 'amountMajor'>, amountMinor: number): string {
  return money(textsOf(locale, of.country), amountMinor / minorUnitsPerMajor(of.currency), of.currency);
}

function textsOf(locale: Locale, country: string): Texts {
  return { t: translatorFor(locale), locale, formatLocale: formattingLocale(locale, country) };
}
