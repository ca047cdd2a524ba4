import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { mailDonor, receiptUrl } from '#lib/payments/sync/mail-donor.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';

const ACTION = 'receipt.resend';
const DAY_MS = 86_400_000;
/** Copies of one receipt within a day: a donor who did not find two will not find a third. */
const PER_RECEIPT = 3;
/** Copies that one account requests within a day: a busy help desk, not a mailing. */
const PER_ACCOUNT = 100;

/**
 * Mails the receipt of a donation once more, only to the address that the donor gave for it, in the donor's language. Written
 * to the audit log, from which its limits are counted.
 * @returns whether the donation has an address; without one nothing is mailed, and nothing is recorded
 * @throws DomainError `payment_not_found`, also for another creator's cause; `payment_not_approved`; `too_many_receipts`
 */
export async function resendReceipt(
  tx: Tx,
  actor: Actor,
  paymentId: string,
  now: Date,
): Promise<'sent' | 'no_address'> {
  const found = await tx.payment.findUnique({
    where: { id: paymentId },
    select: { linkId: true, link: { select: { cause: { select: { ownerId: true } } } } },
  });
  if (!found || (actor.role === 'creator' && found.link.cause.ownerId !== actor.id))
    throw new DomainError('payment_not_found');
  // Copies that are requested at the same moment are counted one after another.
  const link = await lockLink(tx, found.linkId);
  const payment = link?.payments.find(({ id }) => id === paymentId);
  if (payment?.state !== 'approved' || !payment.receiptToken || !payment.succeededAt)
    throw new DomainError('payment_not_approved');
  if (!payment.donorEmail && !payment.receiptEmail) return 'no_address';
  const today = { action: ACTION, outcome: 'done', at: { gt: new Date(now.getTime() - DAY_MS) } };
  const [ofReceipt, ofAccount] = [
    await tx.auditEntry.count({ where: { ...today, subject: paymentId } }),
    await tx.auditEntry.count({ where: { ...today, actor: actor.id } }),
  ];
  if (ofReceipt >= PER_RECEIPT || ofAccount >= PER_ACCOUNT) throw new DomainError('too_many_receipts');
  await mailDonor(tx, 'donation_completed', payment, {
    receiptUrl: receiptUrl(payment.receiptToken),
    completedAt: timestamp(payment.succeededAt),
    isCopy: true,
  });
  await audit(tx, { actor: actor.id, action: ACTION, subject: paymentId, data: {}, at: now });
  return 'sent';
}
