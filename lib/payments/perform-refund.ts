import { db, type Tx, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { isGatewayError, type RefundStanding } from '#lib/rails/port.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { lockLink } from './lock-link.ts';
import { mailDonor } from './mail-donor.ts';
import { RefundPending } from './refund.ts';
import { railOf, reviewPayment } from './review.ts';

/**
 * Carries out a refund that staff asked for, once however often it is tried: the gateway gives back, the payment is read
 * back from it so that ledger and totals follow through the one finaliser, then the refund counts as done and the donor is
 * told. One that the gateway refuses has failed for good; any other trouble leaves it pending.
 * @throws GatewayError, or RefundPending while the gateway has not finished: the job tries again.
 */
export async function performRefund(refundId: string, now: Date): Promise<void> {
  const refund = await db().refund.findUnique({ where: { id: refundId }, include: { payment: true } });
  if (refund?.state !== 'pending') return;
  const { payment } = refund;
  if (!payment.gatewayPaymentId) throw new Error('Bug: a refund of money that never came');
  let standing: RefundStanding;
  try {
    standing = await railOf(payment).refundPart(payment.gatewayPaymentId, {
      refundId,
      amountMinor: refund.amountMinor,
      earlierMinor: refund.earlierMinor,
      currency: payment.currency,
    });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    if (error.failure === 'refused') return recordRefused(refund, error.code, now);
    await db().refund.update({ where: { id: refundId }, data: { lastError: error.code } });
    throw error;
  }
  if (standing === 'pending') throw new RefundPending(`the refund ${refundId} is on its way`);
  await reviewPayment(payment.id, now, payment.gatewayPaymentId);
  await transaction((tx) => recordDone(tx, refund, now));
  log().info({ payment: payment.id, refund: refundId }, 'given back');
}

type RefundOfPayment = Refund & { payment: Payment };

/** Under the link's lock; once, however often it is told. */
async function recordDone(tx: Tx, { id, payment }: RefundOfPayment, now: Date): Promise<void> {
  await lockLink(tx, payment.linkId);
  const refund = await tx.refund.findUniqueOrThrow({ where: { id } });
  if (refund.state !== 'pending') return;
  await tx.refund.update({ where: { id }, data: { state: 'succeeded', settledAt: now, lastError: null } });
  await mailDonor(tx, 'donation_given_back', payment, {
    backMajor: Number(refund.amountMinor) / minorUnitsPerMajor(payment.currency),
    isWhole: refund.amountMinor === payment.amountMinor,
  });
}

/** The books may be behind the gateway's, which would be why it refused: it is asked. */
async function recordRefused({ id, payment }: RefundOfPayment, code: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.refund.updateMany({
      where: { id, state: 'pending' },
      data: { state: 'failed', settledAt: now, lastError: code },
    });
    await enqueue(tx, 'check_payment', { id: payment.id });
  });
  log().warn({ payment: payment.id, refund: id, code }, 'the gateway refused a refund');
}
