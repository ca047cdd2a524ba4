import { isPastExpiry } from '#lib/checkout-links/status.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { isLive } from '#lib/payments/states.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { findCurrentLink } from './end-link.ts';
import { syncPayment } from './sync-payment.ts';
import { nextSyncAfterEnd, nextSyncAt } from './sync-schedule.ts';

/** How long after its expiry a link is ended, in milliseconds. */
const AFTER_EXPIRY_MS = 1000;

/**
 * Schedules the next sync of a live attempt: while a bank or wallet has not decided, while the event of a card payment may
 * have been lost, and when its link expires.
 * @param confirmedAt when the donor last confirmed a card payment
 */
export async function scheduleSync(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'createdAt' | 'rail'>,
  { expiresAt }: Pick<CheckoutLink, 'expiresAt'>,
  confirmedAt: Date | null,
  now: Date,
): Promise<void> {
  const end = new Date(expiresAt.getTime() + AFTER_EXPIRY_MS);
  const sync = nextSyncAt({ ...payment, confirmedAt }, now);
  const next = end > now && (!sync || sync > end) ? end : sync;
  if (next) await enqueue(tx, 'watch_attempt', { id: payment.id }, next);
}

/**
 * Syncs an attempt, and schedules the next sync. Past the link's expiry the link is ended. Nothing is asked about a card that has ended meanwhile, as nearly all have;
 * a bank or wallet may still send money.
 * @throws GatewayError; the job tries again.
 */
export async function syncAttempt(paymentId: string, now: Date): Promise<void> {
  const select = { rail: true, state: true, linkId: true, link: { select: { expiresAt: true } } };
  const payment = await db().payment.findUnique({ where: { id: paymentId }, select });
  if (payment && isLive(payment.state) && isPastExpiry(payment.link, now)) await findCurrentLink(payment.linkId, now);
  if (payment && (payment.rail !== 'card' || isLive(payment.state))) await runScheduledSync(paymentId, now);
}

/**
 * Syncs a payment and schedules the next sync: of one that has ended too, while a bank or wallet may still change its
 * decision.
 * @throws GatewayError; the job tries again.
 */
export async function runScheduledSync(paymentId: string, now: Date): Promise<void> {
  await syncPayment(paymentId, now);
  const payment = await db().payment.findUnique({
    where: { id: paymentId },
    include: { link: { select: { confirmingSince: true, expiresAt: true } } },
  });
  if (!payment || (payment.settledAt && payment.rail === 'card')) return;
  const { id, settledAt, link } = payment;
  await transaction(async (tx) => {
    if (!settledAt) return scheduleSync(tx, payment, link, link.confirmingSince, now);
    const next = nextSyncAfterEnd(settledAt, now);
    if (next) await enqueue(tx, 'check_payment', { id }, next);
  });
}
