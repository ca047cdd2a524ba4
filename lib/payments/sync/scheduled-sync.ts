import { isPastExpiry } from '#lib/checkout-links/status.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { isLive } from '#lib/payments/states.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { findCurrentLink } from './end-link.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * The ages at which a card's payment intent is synced, in seconds, because its event may be lost and the donor gone. Few,
 * because every opened page has an intent; the rest is done when the link expires.
 */
const CARD_AGES_SECONDS = [120, 600, 3600];
/**
 * How often an attempt is synced that its donor has probably paid, in seconds: a card's for some minutes from its
 * confirmation, in which the donor answers their bank; a bank's or wallet's until the bank's deadline. A donor who left, and
 * whose events are lost (test credentials send none at all, gateways C5), gets their mail within this time.
 */
const PAYING_SECONDS = 15;
const CARD_PAYING_SECONDS = 300;
/** A bank has a quarter of an hour to decide. */
const REDIRECT_PAYING_SECONDS = 960;
/** Later ages at which a bank or wallet attempt is synced, in seconds. */
const REDIRECT_AGES_SECONDS = [1800];
/** How often older attempts are synced until they end, in seconds. */
const LATER_SECONDS = 3600;
/**
 * How many seconds after it ended a bank or wallet attempt is synced again: a bank may still send money, a wallet's page
 * may be paid again, a payment may be refunded, and the event may be lost.
 */
const AGES_AFTER_END_SECONDS = [600, 86_400];

type Attempt = {
  createdAt: Date;
  rail: string;
  /** When the donor last confirmed a card payment; null if they have not, or it has its outcome. */
  confirmedAt: Date | null;
};

/**
 * When a pending payment is synced next; undefined for a card payment that is left until its link expires. Depends on the
 * times of the payment alone, so that every process schedules the same instant.
 */
export function nextSyncAt({ createdAt, rail, confirmedAt }: Attempt, now: Date): Date | undefined {
  const isCard = rail === 'card';
  const payingSince = isCard ? confirmedAt : createdAt;
  const paying = payingSince && nextWhilePaying(payingSince, isCard, now);
  if (paying) return paying;
  const ageSeconds = secondsFrom(createdAt, now);
  const hourly = (Math.floor(ageSeconds / LATER_SECONDS) + 1) * LATER_SECONDS;
  const ages = isCard ? CARD_AGES_SECONDS : REDIRECT_AGES_SECONDS;
  const age = ages.find((seconds) => seconds > ageSeconds) ?? (isCard ? undefined : hourly);
  return age === undefined ? undefined : after(createdAt, age);
}

function nextWhilePaying(since: Date, isCard: boolean, now: Date): Date | undefined {
  const seconds = (Math.floor(secondsFrom(since, now) / PAYING_SECONDS) + 1) * PAYING_SECONDS;
  return seconds > (isCard ? CARD_PAYING_SECONDS : REDIRECT_PAYING_SECONDS) ? undefined : after(since, seconds);
}

function secondsFrom(start: Date, now: Date): number {
  return (now.getTime() - start.getTime()) / 1000;
}

function after(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

/** When a bank transfer or wallet payment that has ended is synced next; undefined after the last time. */
export function nextSyncAfterEnd(settledAt: Date, now: Date): Date | undefined {
  const ageSeconds = (now.getTime() - settledAt.getTime()) / 1000;
  const age = AGES_AFTER_END_SECONDS.find((seconds) => seconds > ageSeconds);
  return age === undefined ? undefined : new Date(settledAt.getTime() + age * 1000);
}

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
 * Syncs an attempt, and schedules the next sync. Past the link's expiry the link is ended. Nothing is asked about a card that has
 * ended meanwhile, as nearly all have; a bank or wallet may still send money.
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
