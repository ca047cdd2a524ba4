import { acceptance } from '#lib/causes/states.ts';
import { findLink } from '#lib/checkout-links/find.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import {
  type AttemptHandle,
  type CardRail,
  GatewayError,
  type Rail,
  type RemoteAttempt,
  unlessOtherMode,
} from '#lib/rails/port.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { isTesting } from './card-testing.ts';
import { declineLock } from './declines.ts';
import { isUnderWay } from './own-money.ts';
import { settle } from './settle.ts';
import { isLive } from './states.ts';

/** The rail of a stored payment. @throws GatewayError `unreachable` when its gateway account is no longer configured. */
export function railOf(payment: { gateway: string }): Rail {
  const rail = railByGateway(payment.gateway);
  if (!rail) throw new GatewayError('unreachable', 'account_not_configured', undefined);
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
 * its cause stopped collecting or its link ended or is locked after declines, is cancelled there too (decisions.md 24, 45).
 * @param seen the gateway's payment that an event told of.
 * @throws GatewayError
 */
export async function reviewPayment(paymentId: string, now: Date, seen?: string): Promise<void> {
  const read = await readBack(paymentId, seen);
  if (!read || !(await mustStop(read.payment, now))) return;
  const { payment, attempt, standing } = read;
  const { state } = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
  // A wallet's page takes money again after it was paid, until it is closed.
  if (isLive(state) || (payment.rail === 'wallet' && isUnderWay({ standing })))
    await settle(payment.id, await railOf(payment).cancel(attempt), readClock);
}

type Reading = { payment: Payment; attempt: AttemptHandle; standing: RemoteAttempt['standing'] };

/**
 * Asks the gateway until nobody else has recorded something newer meanwhile; undefined where nothing was started there, or
 * what was is of the other mode, so that nothing is known of it and nothing done about it.
 */
async function readBack(paymentId: string, seen: string | undefined): Promise<Reading | undefined> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const found = await db().payment.findUnique({ where: { id: paymentId } });
    if (!found || (found.gatewayReference === null && found.gatewayPaymentId === null)) return undefined;
    const siblings = await siblingsOf(found);
    const own = siblings.find(({ id }) => id === paymentId) ?? found;
    const payment = startedFor(own, siblings);
    const handle = handleOf(payment);
    if (!handle) return undefined;
    const money = seen ?? own.gatewayPaymentId;
    const attempt = money ? { ...handle, seen: money } : handle;
    const remote = await unlessOtherMode(railOf(payment).lookUp(attempt));
    if (!remote) return undefined;
    const asked = new Map(siblings.map(({ id, revision }) => [id, revision]));
    if (await settle(payment.id, remote, readClock, asked))
      return { payment, attempt, standing: remote.standing };
  }
  throw new Error('Bug: a payment kept changing while it was read back');
}

/** Every payment of the same link at the same gateway, the latest first: one reading may tell of them all. */
function siblingsOf({ linkId, gateway }: Payment): Promise<Payment[]> {
  return db().payment.findMany({ where: { linkId, gateway }, orderBy: { attempt: 'desc' } });
}

/** What was started at the gateway: more money on one attempt has a row of its own, and is read by way of an attempt. */
function startedFor(payment: Payment, siblings: Payment[]): Payment {
  if (payment.gatewayReference !== null) return payment;
  return siblings.find(({ gatewayReference }) => gatewayReference !== null) ?? payment;
}

/** Whether an attempt may no longer be paid although its link is open (decisions.md 24, 45). */
export async function mustStop(payment: { linkId: string; rail: string }, now: Date): Promise<boolean> {
  const link = await findLink(payment.linkId);
  if (!link) throw new Error('Bug: a payment without its link');
  if (link.approved || link.cancelledAt || link.expiredAt) return true;
  if (payment.rail === 'card' && (await declineLock(link, now))) return true;
  if (payment.rail === 'card' && (await isTesting(link.id, link.causeKey, now))) return true;
  const cause = await db().cause.findUniqueOrThrow({ where: { key: link.causeKey } });
  return acceptance(cause, now) !== 'accepting';
}

/**
 * Reads back every live attempt of a link: the donor's return, or their page while it waits. A gateway that fails does not
 * keep the others from being asked.
 * @throws GatewayError
 */
export async function reviewLink(linkId: string, now: Date): Promise<void> {
  const live = await db().payment.findMany({ where: { linkId, state: 'pending' }, select: { id: true } });
  const failures: unknown[] = [];
  for (const { id } of live) await reviewPayment(id, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
