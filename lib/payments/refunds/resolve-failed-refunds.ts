import type { Tx } from '#lib/db.ts';
import { keptMinorOf } from '#lib/ledger/payment-postings.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { failedAtGateway, isOpenRefund, type RefundResolution } from '#lib/payments/states.ts';
import { refundUnmatchedFunds } from '#lib/payments/sync/refund-unmatched-funds.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { CheckoutLink, ManualRefund, Payment, Refund } from '#prisma/generated/client.ts';

/** Failed refunds that nobody has resolved. */
export const OPEN_REFUND = { state: 'failed', resolvedAt: null };

/**
 * Refunds unmatched funds again after their refunds have failed; the new refund replaces them. Under the link's lock.
 * @throws DomainError `refund_resolved`, `refund_pending`, `refund_not_due`
 */
export async function retryRefund(tx: Tx, refundId: string, now: Date): Promise<void> {
  const { payment, refund } = await lockOpenRefund(tx, refundId);
  // What somebody may have sent already is not sent again.
  if (refund.resolvedAt !== null) throw new DomainError('refund_resolved');
  if (payment.state !== 'refund_due' || payment.disputedMinor > 0n) throw new DomainError('refund_not_due');
  await tx.refund.updateMany({
    where: { paymentId: payment.id, ...OPEN_REFUND },
    data: { resolvedAt: now },
  });
  await refundUnmatchedFunds(tx, payment.id, now);
}

/**
 * Records that nothing was sent to the donor for a failed refund: a donation stays one, of unmatched funds nothing is left, and
 * what was written off waits for its donor as before. Under the link's lock.
 * @throws DomainError `refund_resolved`, `refund_pending`; `refund_still_owed` for unmatched funds that are owed to the donor
 */
export async function closeFailedRefund(tx: Tx, refundId: string, by: string, now: Date): Promise<void> {
  const { payment } = await lockOpenRefund(tx, refundId);
  const isOwed = payment.state !== 'approved' && leftMinorOf(payment) > 0n;
  const isWrittenOff = isOwed && payment.state === 'unclaimed';
  if (isOwed && !isWrittenOff) throw new DomainError('refund_still_owed');
  const resolution = isWrittenOff ? 'written_off' : 'nothing_sent';
  await resolveFailedRefund(tx, { payment, refundId, resolution, by }, now);
}

type Resolution = { payment: Payment; refundId: string; resolution: RefundResolution; by: string };

/** Resolves a failed refund of a donation; of unmatched funds all failed ones at once, because they are of the same money. */
export async function resolveFailedRefund(
  tx: Tx,
  { payment, refundId, resolution, by }: Resolution,
  now: Date,
): Promise<void> {
  await tx.refund.updateMany({
    where: payment.state === 'approved' ? { id: refundId } : { paymentId: payment.id, ...OPEN_REFUND },
    data: { resolvedAt: now, resolvedBy: by, resolution },
  });
}

/** A failed refund with its payment as it is under the lock, all transfers of it, and its link. */
export type LockedRefund = {
  link: Pick<CheckoutLink, 'feePercent'>;
  payment: Payment & { manualRefunds: ManualRefund[] };
  refund: Refund;
};

/** Locks the link of a refund. Nothing is checked yet. */
export async function lockRefund(tx: Tx, refundId: string): Promise<LockedRefund> {
  const { paymentId, payment: found } = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { paymentId: true, payment: { select: { linkId: true } } },
  });
  const link = await lockLink(tx, found.linkId);
  if (!link) throw new Error('Bug: a payment without its link');
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { refunds: true, manualRefunds: true },
  });
  const refund = payment.refunds.find(({ id }) => id === refundId);
  if (!refund) throw new Error('Bug: a refund of another payment');
  return { link, payment, refund };
}

/**
 * Locks the link of a failed refund that waits for staff.
 * @throws DomainError `refund_resolved`, `refund_pending`
 */
export async function lockOpenRefund(tx: Tx, refundId: string): Promise<LockedRefund> {
  const locked = await lockRefund(tx, refundId);
  requireOpenRefund(locked);
  return locked;
}

/**
 * Requires that a failed refund waits for staff, and that nothing else of its payment is being refunded: neither by us nor by
 * somebody at the gateway itself.
 * @throws DomainError `refund_resolved`, `refund_pending`
 */
export function requireOpenRefund({ payment, refund }: LockedRefund): void {
  // A donor who is found after a write-off can still be paid.
  const isOwed = isOpenRefund(refund) || (payment.state === 'unclaimed' && failedAtGateway(refund));
  if (!isOwed) throw new DomainError('refund_resolved');
  if (payment.refundsPendingMinor > 0n) throw new DomainError('refund_pending');
}

/** What is left of a payment, in minor units. */
export function leftMinorOf(payment: Payment): bigint {
  return keptMinorOf(payment.amountMinor ?? 0n, payment);
}
