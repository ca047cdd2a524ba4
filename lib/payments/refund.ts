import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { keptOf } from '#lib/ledger/payment-postings.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { lockLink } from './lock-link.ts';
import { OUTDATED, performRefund } from './perform-refund.ts';
import { reviewPayment } from './review.ts';

/** So many refunds of a payment may fail before staff are to see to it instead. */
const MAX_FAILED = 3;

/**
 * Gives back money that does not count (decisions.md 42): what is left of it once the gateway has been asked, as a refund of
 * ours that is followed like any other.
 * @throws GatewayError, or RefundPending while the gateway has not finished.
 */
export async function refundPayment(paymentId: string, now: Date): Promise<void> {
  await reviewPayment(paymentId, now);
  const refund = await transaction((tx) => findOrWrite(tx, paymentId, now));
  if (refund) await performRefund(refund.id, now);
}

/** The refund that is under way, or a new one; undefined where there is nothing to give back just now. */
async function findOrWrite(tx: Tx, paymentId: string, now: Date): Promise<Refund | undefined> {
  const { linkId } = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { linkId: true },
  });
  await lockLink(tx, linkId);
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { refunds: true },
  });
  if (payment.state !== 'refund_due' || payment.disputedMinor > 0n || !payment.gatewayPaymentId)
    return undefined;
  const pending = payment.refunds.find(({ state }) => state === 'pending');
  if (pending || isLeftToStaff(payment.refunds)) return pending;
  const amountMinor = keptOf(payment.amountMinor ?? 0n, payment);
  return amountMinor > 0n ? write(tx, payment, amountMinor, now) : undefined;
}

/** Too many have failed; or somebody has seen to one, and what they did must not be done a second time. */
function isLeftToStaff(refunds: Refund[]): boolean {
  return (
    refunds.some(({ resolvedBy }) => resolvedBy !== null) || refunds.filter(isUnresolved).length >= MAX_FAILED
  );
}

/** One that failed at the gateway, which nobody has seen to. */
function isUnresolved({ state, lastError, resolvedAt }: Refund): boolean {
  return state === 'failed' && lastError !== OUTDATED && resolvedAt === null;
}

function write(
  tx: Tx,
  payment: Payment & { refunds: Refund[] },
  amountMinor: bigint,
  now: Date,
): Promise<Refund> {
  return tx.refund.create({
    data: {
      ...{ id: newId('refund'), paymentId: payment.id, amountMinor, createdAt: now },
      requestKey: `not-counted:${payment.refunds.length + 1}`,
      reason: payment.refundReason ?? 'late',
    },
  });
}
