import type { Tx } from '#lib/db.ts';
import { type DonationFacts, type EmailData, sendEmail } from '#lib/emails/outbox.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { arrivedMajor } from './arrived.ts';

type DonorTemplate = 'donation_completed' | 'donation_refunded' | 'donation_given_back' | 'refund_returned';

/**
 * Writes a mail about a payment to its donor, in their language or that of the cause's country; nothing where no address
 * was given. Part of the transaction of what it tells of.
 */
export async function mailDonor<T extends DonorTemplate>(
  tx: Tx,
  template: T,
  payment: Payment,
  more: Omit<EmailData[T], keyof DonationFacts>,
): Promise<void> {
  if (!payment.donorEmail) return;
  const { title, country } = await tx.cause.findUniqueOrThrow({
    where: { key: payment.causeKey },
    select: { title: true, country: true },
  });
  const facts: DonationFacts = {
    name: payment.donorName,
    title,
    amountMajor: arrivedMajor(payment),
    currency: payment.currency,
    country,
    paymentId: payment.id,
  };
  const locale = payment.donorLocale ?? localeOfCountry(country) ?? DEFAULT_LOCALE;
  await sendEmail(tx, template, { recipient: payment.donorEmail, locale }, {
    ...facts,
    ...more,
  } as EmailData[T]);
}
