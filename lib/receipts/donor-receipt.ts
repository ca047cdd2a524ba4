import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { isFromBrowser } from '#lib/payments/donor-browser.ts';
import { receiptPath } from '#lib/payments/sync/mail-donor.ts';
import type { DonorReceipt } from '#lib/payments/views/checkout-view.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { reversalsOf } from './present-donation.ts';
import { writeReceiptNumber } from './receipt-number.ts';
import { writeReversals } from './write-receipt.ts';

/**
 * What the thank-you page of a link says of its receipt, and what was refunded or disputed since, if the request comes from the
 * browser that paid; otherwise undefined.
 * @param secret the secret that the browser stores for this link
 * @param page its language, and the lower-case country in whose way it writes numbers
 */
export async function donorReceipt(
  linkId: string,
  secret: string | undefined,
  { locale, country }: { locale: Locale; country: string },
): Promise<DonorReceipt | undefined> {
  if (secret === undefined) return undefined;
  const payment = await db().payment.findFirst({ where: { linkId, state: 'approved' } });
  const receipt = receiptOf(payment, secret);
  if (!payment || !receipt) return undefined;
  const { currency } = payment;
  return { ...receipt, notices: writeReversals({ reversals: reversalsOf(payment), currency, country }, locale) };
}

/** The same for a browser's approved payment that was made just now, and that the caller has read; undefined if it has none. */
export function receiptOf(payment: Payment | null | undefined, secret: string | undefined): DonorReceipt | undefined {
  if (!payment?.receiptToken || !isFromBrowser(payment, secret)) return undefined;
  const { receiptNumber, succeededAt, cardBrand, cardLast4, cardWallet, bankName } = payment;
  if (receiptNumber === null || succeededAt === null)
    throw new Error('Bug: an approved payment without a receipt number or time');
  return {
    path: receiptPath(payment.receiptToken),
    number: writeReceiptNumber(receiptNumber),
    email: readableEmail(payment.donorEmail ?? payment.receiptEmail),
    completedAt: timestamp(succeededAt),
    timeZone: payment.donorTimeZone,
    paidWith: { method: oneOf(PAYMENT_METHODS, payment.rail), cardBrand, cardLast4, cardWallet, bankName },
    statementDescriptor: payment.statementDescriptor,
  };
}
