import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { type DonationFacts, type EmailData, sendEmail } from '#lib/outbox/send-email.ts';
import { type CauseFacts, findCauseFacts } from '#lib/payments/lock-link.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';

type DonorTemplate =
  | ('donation_completed' | 'donation_refunded' | 'donation_given_back')
  | ('refund_returned' | 'refund_sent_by_hand' | 'transfer_returned');

/**
 * Stores a mail about a payment to its donor in the outbox, in the donor's language or that of the cause's country. Does
 * nothing without an address, given before paying or afterwards for the receipt.
 * @param cause if the caller has read it already
 */
export async function mailDonor<T extends DonorTemplate>(
  tx: Tx,
  template: T,
  payment: Payment,
  more: Omit<EmailData[T], keyof DonationFacts>,
  cause?: CauseFacts,
): Promise<void> {
  const recipient = payment.donorEmail ?? payment.receiptEmail;
  if (!recipient) return;
  const { title, country } = cause ?? (await findCauseFacts(tx, payment));
  const facts: DonationFacts = {
    name: payment.donorName,
    title,
    amountMajor: receivedMajor(payment),
    currency: payment.currency,
    country,
    paymentId: payment.id,
  };
  const locale = payment.donorLocale ?? localeOfCountry(country) ?? DEFAULT_LOCALE;
  await sendEmail(tx, template, { recipient, locale }, {
    ...facts,
    ...more,
  } as EmailData[T]);
}

/**
 * The received amount of a payment, in major units of its currency, with its cents. The requested amount if nothing was
 * received, or the gateway is no longer configured.
 */
function receivedMajor(payment: Pick<Payment, 'gateway' | 'amount' | 'amountMinor' | 'currency'>): number {
  const { amountMinor, currency } = payment;
  const rail = amountMinor === null ? undefined : railByGateway(payment.gateway);
  if (amountMinor === null || !rail) return Number(payment.amount);
  return rail.majorOf(amountMinor, currency);
}

/** The path of a receipt's page. The token gives access to the receipt, so only the donor gets it. */
export function receiptPath(token: string): string {
  return `/receipt/${token}`;
}

/** The URL of a receipt's page, for mails. */
export function receiptUrl(token: string): string {
  return env().publicBaseUrl + receiptPath(token);
}
