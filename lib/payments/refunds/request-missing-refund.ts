import { db, transaction } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { refundUnmatchedFunds } from '#lib/payments/sync/refund-unmatched-funds.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';

/**
 * Requests the refund of unmatched funds that have none, after asking their gateway what has been refunded. Classification
 * and request are one transaction, so this is only for funds that an earlier release recorded.
 * @throws GatewayError
 */
export async function requestMissingRefund(paymentId: string, now: Date): Promise<void> {
  await syncPayment(paymentId, now);
  const { linkId } = await db().payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { linkId: true },
  });
  await transaction(async (tx) => {
    await lockLink(tx, linkId);
    await refundUnmatchedFunds(tx, paymentId, now);
  });
}
