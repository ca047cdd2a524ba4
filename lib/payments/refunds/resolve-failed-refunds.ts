import type { Tx } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { refundUnmatchedFunds } from '#lib/payments/sync/refund-unmatched-funds.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Payment } from '#prisma/generated/client.ts';

/**
 * Refunds unmatched funds again after their refunds have failed; the new refund replaces them. Under the link's lock.
 * @throws DomainError `refund_resolved`, `refund_pending`, `refund_not_due`
 */
export async function retryRefund(tx: Tx, refundId: string, now: Date): Promise<void> {
  const payment = await lockUnresolved(tx, refundId);
  if (payment.state !== 'refund_due' || payment.disputedMinor > 0n) throw new DomainError('refund_not_due');
  await tx.refund.updateMany({ where: unresolvedOf(payment), data: { resolvedAt: now } });
  await refundUnmatchedFunds(tx, payment.id, now);
}

/**
 * Records that staff resolved a failed refund in another way. The service then does not refund unmatched funds again: all
 * their failed refunds are resolved at once. Under the link's lock.
 * @throws DomainError `refund_resolved`, `refund_pending`
 */
export async function markResolved(tx: Tx, refundId: string, accountId: string, now: Date): Promise<void> {
  const payment = await lockUnresolved(tx, refundId);
  await tx.refund.updateMany({
    where: payment.state === 'approved' ? { id: refundId } : unresolvedOf(payment),
    data: { resolvedAt: now, resolvedBy: accountId },
  });
}

function unresolvedOf({ id: paymentId }: Payment) {
  return { paymentId, state: 'failed', resolvedAt: null };
}

/** Locks the link of a failed refund that nobody has resolved. Returns the refund's payment. */
async function lockUnresolved(tx: Tx, refundId: string): Promise<Payment> {
  const { paymentId, payment: found } = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { paymentId: true, payment: { select: { linkId: true } } },
  });
  await lockLink(tx, found.linkId);
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { refunds: true },
  });
  const refund = payment.refunds.find(({ id }) => id === refundId);
  if (refund?.state !== 'failed' || refund.resolvedAt !== null) throw new DomainError('refund_resolved');
  if (payment.refunds.some(({ state }) => state === 'pending')) throw new DomainError('refund_pending');
  return payment;
}
