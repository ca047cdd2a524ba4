import { countrySpecs, isValidIBAN } from 'ibantools';
import { type Currency, isCurrency } from '#lib/currencies.ts';

/** The account that pays withdrawals in a currency: an IBAN or the bank's own number, and the bank's BIC. */
export type PayoutAccounts = Readonly<Partial<Record<Currency, { account: string; bic: string | null }>>>;

/**
 * Reads accounts such as `EUR=DE89370400440532013000/COBADEFFXXX,USD=9876543210`; the BIC can be left out.
 * @throws Error saying what is wrong, without the accounts.
 */
export function readPayoutAccounts(text: string): PayoutAccounts {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const read = parts.map(readPart);
  const twice = read.find(([currency], at) => read.findIndex(([other]) => other === currency) < at);
  if (twice) throw new Error(`has two accounts in ${twice[0]}`);
  return Object.fromEntries(read);
}

function readPart(part: string) {
  const match = /^([A-Z]{3})=([A-Z0-9]{4,34})(?:\/([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?))?$/.exec(part);
  const [, currency = '', account = '', bic = null] = match ?? [];
  if (!isCurrency(currency))
    throw new Error('must be accounts such as EUR=DE89370400440532013000/COBADEFFXXX,USD=9876543210');
  if (isMistypedIban(account)) throw new Error(`has an IBAN in ${currency} whose length or check digits are wrong`);
  return [currency, { account, bic }] as const;
}

/** Whether a number begins as IBANs of a country do, and is none: no bank numbers its accounts like that. */
function isMistypedIban(account: string): boolean {
  const isLikeOne = /^[A-Z]{2}\d{2}/.test(account) && countrySpecs[account.slice(0, 2)]?.IBANRegistry === true;
  return isLikeOne && !isValidIBAN(account);
}
