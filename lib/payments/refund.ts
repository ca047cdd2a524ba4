import { db, type Tx, transaction } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { isGatewayError } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { bookReversals } from './book.ts';
import { lockLink } from './lock-link.ts';
import { mailDonor } from './mail-donor.ts';
import { railOf } from './review.ts';

/** Thrown while money is still on its way back: the job is to be tried again. */
export class RefundPending extends Error {}

/**
 * Gives back money that does not count (decisions.md 42): one idempotency key however often it is tried, "refunded" and
 * the donor told only once the gateway says so.
 * @throws GatewayError, or RefundPending while the gateway has not finished.
 */
export async function refundPayment(paymentId: string, now: Date): Promise<void> {
  const payment = await db().payment.findUnique({ where: { id: paymentId } });
  if (payment?.state !== 'refund_due' || !payment.gatewayPaymentId) return;
  try {
    const standing = await railOf(payment).refund(payment.gatewayPaymentId, `refund:${payment.id}`);
    if (standing === 'pending') throw new RefundPending(`the refund of ${payment.id} is on its way`);
  } catch (error) {
    if (isGatewayError(error))
      await db().payment.update({ where: { id: payment.id }, data: { lastError: error.code } });
    throw error;
  }
  await transaction((tx) => recordRefund(tx, payment, now));
  log().info({ payment: payment.id }, 'refunded');
}

/** Under the link's lock, as everything that changes what has become of its money; once, however often it is told. */
async function recordRefund(tx: Tx, { id, linkId }: Payment, now: Date): Promise<void> {
  const link = await lockLink(tx, linkId);
  if (!link) throw new Error('Bug: a payment without its link');
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } });
  if (payment.state !== 'refund_due') return;
  const refundedMinor = payment.amountMinor ?? 0n;
  await bookReversals(tx, payment, { refundedMinor, dispute: payment.dispute }, link, now);
  await tx.payment.update({
    where: { id },
    data: { state: 'refunded', refundedAt: now, refundedMinor, lastError: null },
  });
  await mailDonor(tx, 'donation_refunded', payment, { reason: payment.refundReason ?? 'late' });
}
