import { acceptance } from '#lib/causes/states.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import type { SyncedPayment } from '#lib/hot-queries/store-event.ts';
import { declineLock, isSuspectedCardTesting } from '#lib/payments/card-testing/decline-limits.ts';
import { isInProgress, isLive } from '#lib/payments/states.ts';
import { unlessWrongMode } from '#lib/rails/port/checks.ts';
import { GatewayError } from '#lib/rails/port/errors.ts';
import type { AttemptHandle, RemoteAttempt } from '#lib/rails/port/payment.ts';
import type { CardRail, Rail } from '#lib/rails/port/rail.ts';
import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { applyGatewayState } from './apply-gateway-state.ts';
import { isUnwanted } from './decisions.ts';
import { singleFlight } from './single-flight.ts';

/** The rail of a stored payment. @throws GatewayError `unreachable` when its gateway account is no longer configured. */
export function railOf(payment: { gateway: string }): Rail {
  const rail = railByGateway(payment.gateway);
  if (!rail) throw new GatewayError('unreachable', 'account_not_configured', undefined);
  return rail;
}

/** The rail of a stored card payment. @throws GatewayError as `railOf`. */
export function cardRailOf(payment: { gateway: string }): CardRail {
  const rail = railOf(payment);
  if (rail.kind !== 'card') throw new Error('Bug: a payment by card on another rail');
  return rail as CardRail;
}

/** The gateway's identification of a stored payment; undefined if it was never started there. */
export function attemptHandle(payment: { gatewayReference: string | null; linkId: string }): AttemptHandle | undefined {
  const { gatewayReference: reference, linkId } = payment;
  return reference === null ? undefined : { reference, linkId };
}

/** How often a payment is retrieved again because another process recorded something newer meanwhile. */
const MAX_TRIES = 5;

/**
 * Retrieves a payment from its gateway and applies the report (ruling 52). If the payment should no longer be paid, because
 * its cause stopped collecting or its link ended or is locked after declines, it is cancelled there (rulings 24, 45).
 * @param seen the gateway's payment that an event was about
 * @throws GatewayError
 */
export async function syncPayment(paymentId: string, now: Date, seen?: string): Promise<void> {
  const payment = await db().payment.findUnique({ where: { id: paymentId } });
  if (payment) await syncFoundPayment(payment, now, seen);
}

/** What a payment's siblings are found by: every payment of the same link at the same gateway. */
export type PaymentKey = Pick<Payment, 'id' | 'linkId' | 'gateway'>;

const SYNCS = Symbol.for('fundraising.syncs');
type Holder = { [SYNCS]?: Map<string, Promise<unknown>> };

/** The latest sync of each link that this process is doing. */
function syncs(): Map<string, Promise<unknown>> {
  const holder = globalThis as Holder;
  holder[SYNCS] ??= new Map();
  return holder[SYNCS];
}

/**
 * Waits for a sync of a link that this process is doing, so that a confirmation and the webhook of the same success do not
 * both ask the gateway. Returns whether there was one.
 */
export async function waitForRunningSync(linkId: string): Promise<boolean> {
  const running = syncs().get(linkId);
  await running?.catch(() => {});
  return running !== undefined;
}

/**
 * Syncs a payment that the caller has found.
 * @param siblings every payment of the same link at the same gateway, if the caller has just read them, latest first
 * @throws GatewayError
 */
export async function syncFoundPayment(
  found: PaymentKey,
  now: Date,
  seen?: string,
  siblings?: SyncedPayment[],
): Promise<void> {
  const sync = syncNow(found, now, seen, siblings);
  syncs().set(found.linkId, sync);
  try {
    await sync;
  } finally {
    if (syncs().get(found.linkId) === sync) syncs().delete(found.linkId);
  }
}

async function syncNow(
  found: PaymentKey,
  now: Date,
  seen: string | undefined,
  siblings: SyncedPayment[] | undefined,
): Promise<void> {
  const retrieved = await retrieve(found, seen, siblings);
  if (!retrieved) return;
  const { payment, handle, status } = retrieved;
  // A wallet's page can be paid again until it is closed.
  const canBePaid = isLive(payment.state) || (payment.rail === 'wallet' && isInProgress({ status }));
  const isPaid = payment.amountMinor !== null;
  if (canBePaid && (isPaid || (await shouldCancel(payment, now))))
    await applyGatewayState(payment, await railOf(payment).cancel(handle), readClock);
}

/** A payment as it was recorded after its gateway answered. */
type Retrieved = { payment: Payment; handle: AttemptHandle; status: RemoteAttempt['status'] };

/**
 * Retrieves a payment and applies its state, again if another process has recorded something newer meanwhile. Undefined if
 * nothing was started at the gateway, or in the other mode (live or test): then nothing is changed.
 */
async function retrieve(
  found: PaymentKey,
  seen: string | undefined,
  known: SyncedPayment[] | undefined,
): Promise<Retrieved | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const siblings = (tries === 0 && known) || (await siblingsOf(found));
    const own = siblings.find(({ id }) => id === found.id);
    if (!own || (own.gatewayReference === null && own.gatewayPaymentId === null)) return undefined;
    const started = startedFor(own, siblings);
    const reference = attemptHandle(started);
    if (!reference) return undefined;
    const money = seen ?? own.gatewayPaymentId;
    const handle = money ? { ...reference, seen: money } : reference;
    const remote = await unlessWrongMode(railOf(started).retrieve(handle));
    if (!remote) return undefined;
    const revisions = new Map(siblings.map(({ id, revision }) => [id, revision]));
    const payment = await applyGatewayState(started, remote, readClock, revisions);
    if (payment) return { payment, handle, status: remote.status };
  }
  throw new Error('Bug: a payment kept changing while it was retrieved');
}

/**
 * Every payment of the same link at the same gateway, latest first: one response of the gateway can be about all of them.
 */
function siblingsOf({ linkId, gateway }: PaymentKey): Promise<SyncedPayment[]> {
  const select = {
    id: true,
    linkId: true,
    gateway: true,
    rail: true,
    attempt: true,
    state: true,
    gatewayReference: true,
    gatewayPaymentId: true,
    revision: true,
  };
  return db().payment.findMany({ where: { linkId, gateway }, orderBy: { attempt: 'desc' }, select });
}

/** The attempt that was started at the gateway: a second payment of the same attempt has a row but no reference. */
function startedFor(payment: SyncedPayment, siblings: SyncedPayment[]): SyncedPayment {
  if (payment.gatewayReference !== null) return payment;
  return siblings.find(({ gatewayReference }) => gatewayReference !== null) ?? payment;
}

/** Whether an attempt should no longer be paid (rulings 24, 45). */
export async function shouldCancel(payment: { linkId: string; rail: string }, now: Date): Promise<boolean> {
  const link = await findLink(payment.linkId);
  if (!link) throw new Error('Bug: a payment without its link');
  if (isUnwanted(link, acceptance(link.cause, now) === 'accepting')) return true;
  if (payment.rail !== 'card') return false;
  return Boolean(await declineLock(link, now)) || isSuspectedCardTesting(link, now);
}

/**
 * Syncs every live attempt of a link, for a donor who returns or waits on the page: bank transfers before cards, because a
 * donor returns from those, and one that has paid cancels the card. If one gateway fails, the others are still asked, and the
 * first failure is thrown at the end. Everybody who asks at the same time shares one sync.
 * @throws GatewayError
 */
export function syncLink(linkId: string): Promise<void> {
  return singleFlight(`sync:${linkId}`, () => syncAttempts(linkId, readClock()));
}

async function syncAttempts(linkId: string, now: Date): Promise<void> {
  const select = { id: true, linkId: true, gateway: true };
  const live = await db().payment.findMany({
    where: { linkId, state: 'pending' },
    select,
    orderBy: { rail: 'asc' },
  });
  const failures: unknown[] = [];
  for (const payment of live) await syncFoundPayment(payment, now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
