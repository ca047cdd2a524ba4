import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { nextCheck, nextLook } from './check-schedule.ts';
import { reviewPayment } from './review.ts';

/**
 * The reconciler's step: reads a payment back, and plans the next reading while a bank or wallet has not decided, or may
 * have changed its mind, and while a card's event may have been lost.
 * @throws GatewayError; the job tries again.
 */
export async function checkPayment(paymentId: string, now: Date): Promise<void> {
  await reviewPayment(paymentId, now);
  const payment = await db().payment.findUnique({ where: { id: paymentId } });
  if (!payment || (payment.settledAt && payment.rail === 'card')) return;
  const next = payment.settledAt ? nextLook(payment.settledAt, now) : nextCheck(payment, now);
  if (next) await transaction((tx) => enqueue(tx, 'check_payment', { id: payment.id }, next));
}
