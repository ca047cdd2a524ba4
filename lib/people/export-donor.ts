import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { writeReceiptNumber } from '#lib/receipts/receipt-number.ts';
import type { CheckoutLink, Email, ManualRefund, Note, Refund } from '#prisma/generated/client.ts';
import { type DonorPayment, findDonorRecords, type PartInLink, partInLink } from './donor.ts';
import { countRecords } from './erase-donor.ts';

/** A time in RFC 3339; null for none. */
export const timeOf = (at: Date | null) => at && timestamp(at);
const dayOf = (day: Date) => day.toISOString().slice(0, 10);
const majorOf = (minor: bigint, currency: string) => Number(minor) / minorUnitsPerMajor(currency);

/**
 * All that is stored of a donor, who is everybody with one email address, for the person who asks for it: plain data that can be
 * written as JSON. Amounts in major units, times in RFC 3339. The payments are named as their gateway names them, so that it can
 * be asked too.
 * @param by who exports it, for the audit log
 * @throws DomainError `donor_not_found`
 */
export async function exportDonor(tx: Tx, email: string, by: string, now: Date) {
  const records = await findDonorRecords(tx, email);
  const { payments, links, mails, notes } = records;
  const subject = payments[0]?.id ?? links[0]?.id;
  if (subject === undefined) throw new DomainError('donor_not_found');
  await audit(tx, { actor: by, action: 'donor.export', subject, data: countRecords(records), at: now });
  const paymentId = { in: payments.map(({ id }) => id) };
  const byHand = await tx.manualRefund.findMany({ where: { paymentId }, orderBy: { recordedAt: 'asc' } });
  return {
    email: readableEmail(email),
    exported_at: timestamp(now),
    payments: payments.map((payment) => exportPayment(payment, byHand)),
    links: links.map((link) => exportLink(link, partInLink(link, payments, email))),
    emails: mails.map(exportMail),
    notes: notes.map(exportNote),
  };
}

/** What `exportDonor` returns. */
export type DonorExport = Awaited<ReturnType<typeof exportDonor>>;

function exportPayment(payment: DonorPayment, byHand: readonly ManualRefund[]) {
  const { currency, receiptNumber, cardBrand, cardLast4, cardWallet, bankName } = payment;
  return {
    id: payment.id,
    link: payment.linkId,
    cause: payment.causeKey,
    cause_title: payment.causeTitle,
    status: payment.state,
    amount: payment.amountMinor === null ? Number(payment.amount) : majorOf(payment.amountMinor, currency),
    currency,
    refunded: majorOf(payment.refundedMinor, currency),
    charged_back: majorOf(payment.chargedBackMinor, currency),
    created_at: timestamp(payment.createdAt),
    paid_at: timeOf(payment.succeededAt),
    receipt_number: receiptNumber && writeReceiptNumber(receiptNumber),
    name: payment.donorName,
    email: readableEmail(payment.donorEmail),
    receipt_email: readableEmail(payment.receiptEmail),
    anonymous: payment.donorAnonymous,
    message: payment.donorMessage,
    language: payment.donorLocale,
    time_zone: payment.donorTimeZone,
    paid_with: {
      method: payment.rail,
      card_brand: cardBrand,
      card_last4: cardLast4,
      card_wallet: cardWallet,
      bank: bankName,
    },
    gateway: payment.gateway,
    gateway_reference: payment.gatewayReference,
    gateway_payment: payment.gatewayPaymentId,
    refunds: payment.refunds.map((refund) => exportRefund(refund, currency)),
    sent_by_hand: byHand
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ amountMinor, reference, sentOn, returnedOn }) => ({
        amount: majorOf(amountMinor, currency),
        bank_reference: reference,
        sent_on: dayOf(sentOn),
        returned_on: returnedOn && dayOf(returnedOn),
      })),
    disputes: payment.disputes.map(({ kind, status, amountMinor, currency: disputed, openedAt, endedAt }) => ({
      kind,
      status,
      amount: majorOf(amountMinor, disputed),
      currency: disputed,
      opened_at: timestamp(openedAt),
      ended_at: timeOf(endedAt),
    })),
  };
}

function exportRefund({ id, amountMinor, state, createdAt, settledAt }: Refund, currency: string) {
  return {
    id,
    amount: majorOf(amountMinor, currency),
    status: state,
    requested_at: timestamp(createdAt),
    ended_at: timeOf(settledAt),
  };
}

/** Of a link that was minted for somebody else, or into which somebody else typed, only what is this donor's. */
function exportLink(link: CheckoutLink, { isMinted, isTyped }: PartInLink) {
  const isOfAnother = link.email !== null && !isMinted;
  return {
    id: link.id,
    client: link.clientId,
    cause: link.causeKey,
    amount: Number((isTyped && link.donorAmount) || link.amount),
    currency: link.currency,
    email: isOfAnother ? null : link.email,
    external_reference: isOfAnother ? null : link.externalReference,
    metadata: isOfAnother ? null : link.metadata,
    created_at: timestamp(link.createdAt),
    expires_at: timestamp(link.expiresAt),
    cancelled_at: timeOf(link.cancelledAt),
    typed: !isTyped
      ? null
      : {
          name: link.donorName,
          email: link.donorEmail,
          anonymous: link.donorAnonymous,
          message: link.donorMessage,
          language: link.donorLocale,
          time_zone: link.donorTimeZone,
        },
  };
}

export function exportMail({ template, recipient, locale, data, createdAt, sentAt }: Email) {
  return {
    about: template,
    to: readableEmail(recipient),
    language: locale,
    values: data,
    created_at: timestamp(createdAt),
    sent_at: timeOf(sentAt),
  };
}

export function exportNote({ kind, subject, text, createdAt }: Note) {
  return { about: kind, id: subject, text, created_at: timestamp(createdAt) };
}
