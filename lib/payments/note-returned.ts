import type { Tx } from '#lib/db.ts';

/**
 * Marks a refund as failed that had arrived and came back to us after all, such as from a card that was closed. It is not
 * tried again by itself: staff see it and find another way. Part of the transaction that records the money.
 */
export async function noteReturned(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const latest = await tx.refund.findFirst({
    where: { paymentId, state: 'succeeded' },
    orderBy: { settledAt: 'desc' },
  });
  if (!latest) return;
  await tx.refund.update({
    where: { id: latest.id },
    data: { state: 'failed', settledAt: now, lastError: 'returned_by_bank' },
  });
}
