import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { keptOf } from '#lib/ledger/payment-postings.ts';
import { log } from '#lib/log.ts';
import { isGatewayError, type RemoteRefund } from '#lib/rails/port.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { railOf, reviewPayment } from './review.ts';

/** Thrown while money is still on its way back: the job is to be tried again. */
export class RefundPending extends Error {}

/** Why a refund of money that does not count is made no more: less is left of it than it was of. */
export const OUTDATED = 'outdated';

/** One caller at a time asks the gateway for a refund: longer than its slowest answer, in milliseconds. */
const CLAIM_MS = 60_000;

/**
 * Carries out a refund, once however often it is tried (decisions.md 54): the gateway gives back, then the payment is read
 * back, by which the one finaliser follows the refund, the ledger and the totals, and tells the donor. One that staff asked
 * for and the gateway refuses has failed for good; any other trouble leaves it pending.
 * @throws GatewayError, or RefundPending while it is not finished: the job tries again.
 */
export async function performRefund(refundId: string, now: Date): Promise<void> {
  const found = await db().refund.findUnique({ where: { id: refundId }, include: { payment: true } });
  if (found?.state !== 'pending') return;
  if (found.requestedBy === null && found.payment.state !== 'refund_due')
    return recordFailed(found, OUTDATED, now);
  const refund = await claim(refundId, now);
  try {
    const { id: gatewayRefundId } = await giveBack(refund);
    await db().refund.update({ where: { id: refundId }, data: { gatewayRefundId, lastError: null } });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    if (error.failure === 'refused' && (await isForGood(refund, now)))
      return await recordFailed(refund, refund.requestedBy === null ? OUTDATED : error.code, now);
    // Some gateways keep a fault under its key, and would repeat it: whether it gave back all the same is looked up first.
    const keyNumber = { increment: error.failure === 'unreachable' ? 0 : 1 };
    await db().refund.update({ where: { id: refundId }, data: { lastError: error.code, keyNumber } });
    throw error;
  } finally {
    await db().refund.update({ where: { id: refundId }, data: { claimedUntil: null } });
  }
  await reviewPayment(refund.paymentId, now, refund.payment.gatewayPaymentId ?? undefined);
  await conclude(refund);
}

type RefundOfPayment = Refund & { payment: Payment };

/** The refund as whoever asked before has left it. @throws RefundPending while somebody else asks the gateway. */
async function claim(id: string, now: Date): Promise<RefundOfPayment> {
  const { count } = await db().refund.updateMany({
    where: { id, state: 'pending', OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }] },
    data: { claimedUntil: new Date(now.getTime() + CLAIM_MS) },
  });
  if (count === 0) throw new RefundPending(`the refund ${id} is being asked for`);
  return db().refund.findUniqueOrThrow({ where: { id }, include: { payment: true } });
}

async function giveBack({
  id,
  payment,
  amountMinor,
  keyNumber,
  createdAt,
}: RefundOfPayment): Promise<RemoteRefund> {
  if (!payment.gatewayPaymentId) throw new Error('Bug: a refund of money that never came');
  const others = await db().refund.findMany({
    where: { paymentId: payment.id, id: { not: id }, gatewayRefundId: { not: null } },
    select: { gatewayRefundId: true },
  });
  return railOf(payment).giveBack(payment.gatewayPaymentId, {
    ...{ refundId: id, amountMinor, currency: payment.currency, orderedAt: createdAt },
    key: keyNumber === 1 ? `refund:${id}` : `refund:${id}:${keyNumber}`,
    others: new Set(others.flatMap(({ gatewayRefundId }) => gatewayRefundId ?? [])),
  });
}

/** Whether a refund that was refused is not to be tried again: as staff asked for it, or where less than its amount is left. */
async function isForGood(
  { requestedBy, paymentId, amountMinor }: RefundOfPayment,
  now: Date,
): Promise<boolean> {
  if (requestedBy !== null) return true;
  await reviewPayment(paymentId, now);
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  return keptOf(payment.amountMinor ?? 0n, payment) < amountMinor;
}

/** The books may be behind the gateway's, which would be why it refused: it is asked. */
async function recordFailed({ id, payment }: RefundOfPayment, code: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.refund.updateMany({
      where: { id, state: 'pending' },
      data: { state: 'failed', settledAt: now, lastError: code },
    });
    const { state } = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } });
    const queue = state === 'refund_due' ? 'refund_payment' : 'check_payment';
    await enqueue(tx, queue, { id: payment.id });
  });
  log().warn({ payment: payment.id, refund: id, code }, 'a refund was not made');
}

/** @throws RefundPending unless it is done, or has failed and staff are to see to it. */
async function conclude({ id, paymentId, requestedBy }: RefundOfPayment): Promise<void> {
  const { state } = await db().refund.findUniqueOrThrow({ where: { id }, select: { state: true } });
  if (state === 'pending') throw new RefundPending(`the refund ${id} is on its way`);
  if (state === 'failed' && requestedBy === null) throw new RefundPending(`the refund ${id} failed`);
  log().info({ payment: paymentId, refund: id, state }, 'a refund ended');
}
