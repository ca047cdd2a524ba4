import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { refundableMinorOf } from '#lib/ledger/payment-postings.ts';
import { log } from '#lib/log.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { REFUND_OUTDATED } from '#lib/payments/states.ts';
import { refundUnmatchedFunds } from '#lib/payments/sync/refund-unmatched-funds.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { decidePendingRefund } from '#lib/payments/sync/reversals.ts';
import { railOf, syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { type GatewayError, isGatewayError } from '#lib/rails/port/errors.ts';
import type { RemoteRefund } from '#lib/rails/port/reversals.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { earlierRefunds } from './earlier-refunds.ts';

/** Thrown while the gateway has not finished a refund: the job retries. */
export class RefundPending extends Error {}

/**
 * How long one caller has the exclusive right to call the gateway for a refund, in milliseconds: longer than its slowest
 * response.
 */
const CLAIM_MS = 60_000;

/**
 * Performs a refund, once however often this is called (ruling 54), whether staff or the service requested it. The gateway
 * refunds; then the payment is synced, which records the refund, posts it to the ledger and mails the donor. While a bank
 * holds or has taken the money, a refund whose response was lost is found, and none is made. A refund that the gateway
 * refuses for good has failed (`endOf`). After any other failure it stays pending.
 * @throws GatewayError, or RefundPending while the gateway has not finished: the job retries.
 */
export async function performRefund(refundId: string, now: Date): Promise<void> {
  const found = await db().refund.findUnique({ where: { id: refundId } });
  if (found?.state !== 'pending') return;
  const due = found.requestedBy === null ? await syncAndDecide(found, now) : 'perform';
  if (due === 'ended') return;
  const refund = await claim(found, now);
  try {
    const made = await madeAtGateway(refund, due);
    if (!made) return due === 'outdated' ? await recordFailed(refund, REFUND_OUTDATED, now) : undefined;
    await db().refund.update({ where: { id: refundId }, data: { gatewayRefundId: made.id, lastError: null } });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const end = await endOf(refund, error, now);
    if (end !== undefined) return await recordFailed(refund, end, now);
    // Some gateways repeat a stored error for the same key. If the refund exists anyway, it is found first.
    const keyNumber = { increment: error.failure === 'unreachable' ? 0 : 1 };
    await db().refund.update({ where: { id: refundId }, data: { lastError: error.code, keyNumber } });
    throw error;
  } finally {
    // A slow caller's claim may have run out, and be another's by now.
    const { claimedUntil } = refund;
    await db().refund.updateMany({ where: { id: refundId, claimedUntil }, data: { claimedUntil: null } });
  }
  await syncPayment(refund.paymentId, now, refund.payment.gatewayPaymentId ?? undefined);
  await conclude(refund);
}

/** A gateway can refuse what it is still making: a refusal is believed once the refunds that there are do not show it. */
async function madeAtGateway(
  refund: RefundOfPayment,
  due: ReturnType<typeof decidePendingRefund>,
): Promise<RemoteRefund | null> {
  if (due !== 'perform') return atGateway(refund, 'findRefund');
  try {
    return await atGateway(refund, 'refund');
  } catch (error) {
    if (!isGatewayError(error) || !error.failure.startsWith('refused')) throw error;
    const made = await atGateway(refund, 'findRefund');
    if (made) return made;
    throw error;
  }
}

type RefundOfPayment = Refund & { payment: Payment };

/** Syncs the payment of a refund that the service requested, and decides whether the refund should be made. */
async function syncAndDecide(
  { id, paymentId }: Refund,
  now: Date,
): Promise<ReturnType<typeof decidePendingRefund> | 'ended'> {
  await syncPayment(paymentId, now);
  const { state, payment } = await db().refund.findUniqueOrThrow({ where: { id }, include: { payment: true } });
  return state === 'pending' ? decidePendingRefund(payment) : 'ended';
}

/** Claims a refund for one caller. @throws RefundPending while another caller has it. */
async function claim({ id }: Refund, now: Date): Promise<RefundOfPayment> {
  const { count } = await db().refund.updateMany({
    where: { id, state: 'pending', OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }] },
    data: { claimedUntil: new Date(now.getTime() + CLAIM_MS) },
  });
  if (count === 0) throw new RefundPending(`the refund ${id} is being performed`);
  return db().refund.findUniqueOrThrow({ where: { id }, include: { payment: true } });
}

/** Makes a refund at its gateway, or only finds the one that was made; null if none was. @throws GatewayError */
async function atGateway(refund: RefundOfPayment, method: 'refund' | 'findRefund'): Promise<RemoteRefund | null> {
  const { id, payment, amountMinor, keyNumber, createdAt } = refund;
  if (!payment.gatewayPaymentId) throw new Error('Bug: a refund of money that never came');
  const others = await db().refund.findMany({
    where: { paymentId: payment.id, id: { not: id }, gatewayRefundId: { not: null } },
    select: { gatewayRefundId: true },
  });
  return railOf(payment)[method](payment.gatewayPaymentId, {
    refundId: id,
    amountMinor,
    currency: payment.currency,
    requestedAt: createdAt,
    key: keyNumber === 1 ? `refund:${id}` : `refund:${id}:${keyNumber}`,
    otherRefundIds: new Set(others.flatMap(({ gatewayRefundId }) => gatewayRefundId ?? [])),
    ...(await earlierRefunds(refund)),
  });
}

/** After so many tries with new keys, a refund that the gateway refuses with an unknown code is left to staff. */
const MAX_TRIES = 5;

/**
 * The error with which a refusal ends a refund; undefined if it is tried again. What staff requested ends with any refusal.
 * What the service requested is compared with the gateway first, because our record can be older: if less is left than its
 * amount, besides what somebody has asked for there, it is outdated. Otherwise it ends with a refusal for good, or after
 * `MAX_TRIES`.
 */
async function endOf(
  { requestedBy, paymentId, keyNumber }: RefundOfPayment,
  { failure, code }: GatewayError,
  now: Date,
): Promise<string | undefined> {
  if (failure !== 'refused' && failure !== 'refused_for_good') return undefined;
  if (requestedBy !== null) return code;
  await syncPayment(paymentId, now);
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  // Its own amount is among what is reserved.
  if (refundableMinorOf(payment.amountMinor ?? 0n, payment) < 0n) return REFUND_OUTDATED;
  return failure === 'refused' && keyNumber < MAX_TRIES ? undefined : code;
}

/**
 * Records that a refund failed. For unmatched funds, what is due is requested again; any other payment is synced, because
 * the refusal may mean that our record is older than the gateway's.
 */
async function recordFailed({ id, payment }: RefundOfPayment, code: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockLink(tx, payment.linkId);
    await tx.refund.updateMany({
      where: { id, state: 'pending' },
      data: { state: 'failed', settledAt: now, lastError: code },
    });
    await reserveRefunds(tx, payment.id, now);
    const { state } = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } });
    if (state === 'refund_due') await refundUnmatchedFunds(tx, payment.id, now);
    else await enqueue(tx, 'check_payment', { id: payment.id });
  });
  log().warn({ payment: payment.id, refund: id, code }, 'a refund was not made');
}

/** @throws RefundPending while the gateway has not finished. */
async function conclude({ id, paymentId }: RefundOfPayment): Promise<void> {
  const { state } = await db().refund.findUniqueOrThrow({ where: { id }, select: { state: true } });
  if (state === 'pending') throw new RefundPending(`the refund ${id} is on its way`);
  log().info({ payment: paymentId, refund: id, state }, 'a refund ended');
}
