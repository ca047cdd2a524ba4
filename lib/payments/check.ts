import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { nextCheck } from './check-schedule.ts';
import { reviewPayment } from './review.ts';

/**
 * The reconciler's step: reads a payment back, and plans the next reading while a bank or wallet has not decided. Cards
 * are settled by their link's expiry at the latest and need no plan.
 * @throws GatewayError; the job tries again.
 */
export async function checkPayment(paymentId: string, now: Date): Promise<void> {
  await reviewPayment(paymentId, now);
  const payment = await db().payment.findUnique({ where: { id: paymentId } });
  if (payment?.state !== 'pending' || payment.rail === 'card') return;
  await transaction((tx) => enqueue(tx, 'check_payment', { id: payment.id }, nextCheck(payment, now)));
}
