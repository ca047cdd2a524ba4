import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import type { Refund } from '#prisma/generated/client.ts';

type NewRefund = {
  paymentId: string;
  /** Minor units of the payment's currency (lib/money.ts). */
  amountMinor: bigint;
  /** 1 to 500 characters. */
  reason: string;
  /** Identifies the request among those of the payment: the same key is the same refund. 1 to 255 characters. */
  requestKey: string;
  /** The staff member's account; null for the service itself. */
  requestedBy: string | null;
};

/**
 * Inserts a refund and enqueues the job that performs it (refunds/perform-refund.ts). Call it under the link's lock.
 * @param performAfter when the job can run; by default at once
 */
export async function writeRefund(tx: Tx, refund: NewRefund, now: Date, performAfter?: Date): Promise<Refund> {
  const row = await tx.refund.create({ data: { id: newId('refund'), ...refund, createdAt: now } });
  await enqueue(tx, 'perform_refund', { id: row.id }, performAfter);
  return row;
}
