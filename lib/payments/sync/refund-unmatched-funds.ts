import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { writeRefund } from '#lib/payments/write-refund.ts';
import { reserveRefunds } from './reserve-refunds.ts';
import { dueRefund } from './reversals.ts';

/** How long after a first failed refund the next one is made, in milliseconds; twice as long after each further one. */
const RETRY_AFTER_MS = 5_000;

/**
 * Requests the refund of unmatched funds in the name of the service (ruling 42), of all that has not been refunded yet. If
 * a refund is pending, its job is enqueued again. Nothing is requested while a bank holds the money, or once refunds are
 * left to staff. Call it under the link's lock, in the transaction that records the money.
 */
export async function refundUnmatchedFunds(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { refunds: { include: { manualRefunds: { select: { returnedAt: true } } } } },
  });
  const { refunds, refundReason } = payment;
  const due = dueRefund(payment, refunds);
  if (due.kind === 'pending') return enqueue(tx, 'perform_refund', { id: due.refund.id });
  if (due.kind === 'none') return;
  const { amountMinor, failed } = due;
  const performAfter = failed > 0 ? new Date(now.getTime() + RETRY_AFTER_MS * 2 ** (failed - 1)) : undefined;
  const requestKey = `unmatched:${refunds.length + 1}`;
  const reason = refundReason ?? 'late';
  await writeRefund(tx, { paymentId, amountMinor, reason, requestKey, requestedBy: null }, now, performAfter);
  await reserveRefunds(tx, paymentId, now);
}
