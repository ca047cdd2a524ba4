import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { Translate } from './translator.ts';

/** What a donor paid with: the method, and what its gateway reported of the card or account; null where it did not. */
export type PaidWith = {
  method: PaymentMethod;
  /** The gateway's word for the card's brand, such as `visa`. */
  cardBrand: string | null;
  cardLast4: string | null;
  /** The wallet that held the card, such as `apple_pay`. */
  cardWallet: string | null;
  bankName: string | null;
};

/** Stripe's and Mercado Pago's words for brands, as the brands write themselves. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  elo: 'Elo',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  master: 'Mastercard',
  debmaster: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
  debvisa: 'Visa',
};
const WALLETS: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  samsung_pay: 'Samsung Pay',
};

/** A payment's method as a donor knows it: `Apple Pay (Visa ending in 4242)`, `Bank transfer (PSE), Bancolombia`. */
export function writePaidWith(paidWith: PaidWith, t: Translate): string {
  const { method, cardLast4: last4, bankName: bank } = paidWith;
  if (method === 'bank_transfer' && bank !== null) return t('checkout.paidWith.bank', { bank });
  if (last4 === null) return t(`checkout.paidWith.${method}`);
  const brand = BRANDS[paidWith.cardBrand ?? ''] ?? t('checkout.paidWith.card');
  const card = t('checkout.paidWith.cardEnding', { brand, last4 });
  const holder = method === 'wallet' ? t('checkout.paidWith.wallet') : WALLETS[paidWith.cardWallet ?? ''];
  return holder === undefined ? card : `${holder} (${card})`;
}
