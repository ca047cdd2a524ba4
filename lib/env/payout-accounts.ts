import { type Currency, isCurrency } from '#lib/money.ts';

/** The account that pays withdrawals in a currency: an IBAN or the bank's own number, and the bank's BIC. */
export type PayoutAccounts = Readonly<Partial<Record<Currency, { account: string; bic: string | null }>>>;

/**
 * Reads accounts such as `EUR=DE89370400440532013000/COBADEFFXXX,USD=9876543210`; the BIC can be left out.
 * @throws Error saying what is wrong, without the accounts.
 */
export function readPayoutAccounts(text: string): PayoutAccounts {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  return Object.fromEntries(parts.map(readPart));
}

function readPart(part: string) {
  const match = /^([A-Z]{3})=([A-Z0-9]{4,34})(?:\/([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?))?$/.exec(part);
  const [, currency = '', account = '', bic = null] = match ?? [];
  if (!isCurrency(currency))
    throw new Error('must be accounts such as EUR=DE89370400440532013000/COBADEFFXXX,USD=9876543210');
  return [currency, { account, bic }] as const;
}
