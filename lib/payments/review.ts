import { acceptance } from '#lib/causes/states.ts';
import { findLink } from '#lib/checkout-links/find.ts';
import { db } from '#lib/db.ts';
import type { AttemptHandle, CardRail, Rail } from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { declineLock } from './declines.ts';
import { settle } from './settle.ts';
import { isLive } from './states.ts';

/** The rail of a stored payment. @throws Error when its gateway account is no longer configured. */
export function railOf(payment: { gateway: string }): Rail {
  const rail = railByGateway(payment.gateway);
  if (!rail) throw new Error(`the gateway account ${payment.gateway} of a stored payment is not configured`);
  return rail;
}

/** The same for a payment by card. */
export function cardRailOf(payment: { gateway: string }): CardRail {
  const rail = railOf(payment);
  if (rail.kind !== 'card') throw new Error('Bug: a payment by card on another rail');
  return rail as CardRail;
}

/** A stored payment as its gateway knows it; undefined while it was never started there. */
export function handleOf(payment: {
  gatewayReference: string | null;
  linkId: string;
}): AttemptHandle | undefined {
  const { gatewayReference: reference, linkId } = payment;
  return reference === null ? undefined : { reference, linkId };
}

/** A payment whose refunds and disputes change faster than this many readings is left to the next event. */
const MAX_READINGS = 5;

/**
 * Reads a payment back from its gateway and settles what it says (decisions.md 52). What may no longer be paid, because
 * its cause stopped collecting or its link is locked after declines, is cancelled there too (decisions.md 24, 45).
 * @throws GatewayError
 */
export async function reviewPayment(paymentId: string, now: Date): Promise<void> {
  const payment = await readBack(paymentId, now);
  const attempt = payment && handleOf(payment);
  if (!payment || !attempt || !(await mustStop(payment, now))) return;
  const rail = railOf(payment);
  const current = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
  if (isLive(current.state)) await settle(payment.id, await rail.cancel(attempt), now);
}

/** Asks the gateway until nobody else has recorded something newer meanwhile. */
async function readBack(paymentId: string, now: Date): Promise<Payment | null> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const payment = await db().payment.findUnique({ where: { id: paymentId } });
    const attempt = payment && handleOf(payment);
    if (!attempt) return payment;
    const remote = await railOf(payment).lookUp(attempt);
    if (await settle(payment.id, remote, now, payment)) return payment;
  }
  throw new Error('Bug: a payment kept changing while it was read back');
}

/** Whether an attempt may no longer be paid although its link is open (decisions.md 24, 45). */
export async function mustStop(payment: { linkId: string; rail: string }, now: Date): Promise<boolean> {
  const link = await findLink(payment.linkId);
  if (!link) throw new Error('Bug: a payment without its link');
  if (link.approved) return true;
  if (payment.rail === 'card' && (await declineLock(link, now))) return true;
  const cause = await db().cause.findUniqueOrThrow({ where: { key: link.causeKey } });
  return acceptance(cause, now) !== 'accepting';
}

/**
 * Reads back every live attempt of a link: the donor's return, or their page while it waits.
 * @throws GatewayError
 */
export async function reviewLink(linkId: string, now: Date): Promise<void> {
  const live = await db().payment.findMany({ where: { linkId, state: 'pending' }, select: { id: true } });
  for (const { id } of live) await reviewPayment(id, now);
}
