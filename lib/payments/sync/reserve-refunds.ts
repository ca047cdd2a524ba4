import type { Tx } from '#lib/db.ts';
import type { Refund } from '#prisma/generated/client.ts';
import { postReversalChanges } from './post-to-ledger.ts';

/** What we have asked for of a payment, or want to once a second person approves it. Amount in minor units. */
type ReservedRefund = Pick<Refund, 'id' | 'gatewayRefundId' | 'amountMinor'>;

/** The refunds of a payment that have not ended: those that are pending, and those that wait for a second person. */
export function findReservedRefunds(tx: Tx, paymentId: string): Promise<ReservedRefund[]> {
  return tx.$queryRaw<ReservedRefund[]>`
    SELECT id, gateway_refund_id AS "gatewayRefundId", amount_minor AS "amountMinor" FROM refunds
     WHERE payment_id = ${paymentId} AND state = 'pending'
     UNION ALL
    SELECT id, NULL, amount_minor FROM refund_approvals WHERE payment_id = ${paymentId} AND decided_at IS NULL`;
}

/** The sum of refunds, in minor units. */
export function sumMinor(refunds: readonly { amountMinor: bigint }[]): bigint {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0n);
}

/**
 * Reserves the refunds that were requested of a payment, until they have succeeded, failed or were rejected: meanwhile that
 * money cannot be withdrawn. Call it under the link's lock, in the transaction that changes a refund or its approval.
 */
export async function reserveRefunds(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const { link, ...payment } = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { link: { select: { feePercent: true } } },
  });
  const refundsPendingMinor = sumMinor(await findReservedRefunds(tx, paymentId)) + payment.refundsElsewhereMinor;
  if (refundsPendingMinor === payment.refundsPendingMinor) return;
  await postReversalChanges(tx, payment, { ...payment, refundsPendingMinor }, link, now);
  await tx.payment.update({ where: { id: paymentId }, data: { refundsPendingMinor } });
}
