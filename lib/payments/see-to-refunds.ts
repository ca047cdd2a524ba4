import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { lockLink } from './lock-link.ts';

/**
 * `seen_to`: somebody was faster, or a later refund has arrived. `under_way`: another refund of the payment has not ended.
 * `not_due`: its money is not one that goes back by itself, or a bank holds it or has taken it.
 */
export type SeeToRefusal = 'seen_to' | 'under_way' | 'not_due';

/**
 * Gives back money that does not count once more, after its refunds have failed: a later refund takes the place of all of
 * them. Under the link's lock; the job asks the gateway.
 */
export async function retryRefund(tx: Tx, refundId: string, now: Date): Promise<SeeToRefusal | undefined> {
  const { payment, why } = await look(tx, refundId);
  if (why) return why;
  if (payment.state !== 'refund_due' || payment.disputedMinor > 0n) return 'not_due';
  await tx.refund.updateMany({ where: unresolvedOf(payment), data: { resolvedAt: now } });
  await enqueue(tx, 'refund_payment', { id: payment.id });
  return undefined;
}

/**
 * Notes that an account has seen to a refund that failed, in a way of its own. Money that does not count then goes back by
 * itself no more: all its failed refunds are seen to at once. Under the link's lock.
 */
export async function noteSeenTo(
  tx: Tx,
  refundId: string,
  accountId: string,
  now: Date,
): Promise<SeeToRefusal | undefined> {
  const { payment, why } = await look(tx, refundId);
  if (why) return why;
  await tx.refund.updateMany({
    where: payment.state === 'approved' ? { id: refundId } : unresolvedOf(payment),
    data: { resolvedAt: now, resolvedBy: accountId },
  });
  return undefined;
}

function unresolvedOf({ id: paymentId }: Payment) {
  return { paymentId, state: 'failed', resolvedAt: null };
}

type Looked = { payment: Payment & { refunds: Refund[] }; why: SeeToRefusal | undefined };

async function look(tx: Tx, refundId: string): Promise<Looked> {
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
  if (refund?.state !== 'failed' || refund.resolvedAt !== null) return { payment, why: 'seen_to' };
  const isUnderWay = payment.refunds.some(({ state }) => state === 'pending');
  return { payment, why: isUnderWay ? 'under_way' : undefined };
}
