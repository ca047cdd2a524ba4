import { acceptance } from '#lib/causes/states.ts';
import type { FoundLink } from '#lib/checkout-links/find.ts';
import { now as readClock } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { isGatewayError, type Rail } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { nextCheck } from './check-schedule.ts';
import { donorOf } from './donor.ts';
import { isSameBrowser } from './donor-browser.ts';
import { needingGateway } from './gateway-trouble.ts';
import { isOpen, lockLink } from './lock-link.ts';
import { settle } from './settle.ts';
import { isLive, LIVE_STATES } from './states.ts';

/** While a claim lasts others wait for it; after it another caller takes over with the same gateway key, in milliseconds. */
const CLAIM_MS = 5_000;

/**
 * What a caller finds who wants to pay a link: to start an attempt, one that is live, one being started, or the end.
 * `amountMajor` is what the donor is asked for, as it stood under the lock; the attempt may be of an earlier amount.
 */
export type Claim =
  /** `repeated`: somebody began to start it before and may have reached the gateway. */
  | { kind: 'start'; attempt: Payment; amountMajor: number; repeated: boolean }
  | { kind: 'exists'; attempt: Payment; amountMajor: number }
  | { kind: 'wait' }
  /** Or changed hands: the caller is to look again. */
  | { kind: 'ended' };

/**
 * Claims the one live attempt of a link on a rail, under the link's lock. The row is written before the gateway is
 * called; an attempt whose starter died is taken over as it is, so that its gateway key stays the same.
 */
export async function claimAttempt(link: FoundLink, rail: Pick<Rail, 'kind' | 'gateway'>): Promise<Claim> {
  return transaction(async (tx) => {
    const locked = await lockLink(tx, link.id);
    const now = readClock();
    if (!locked || !isOpen(locked, now)) return { kind: 'ended' };
    // Another browser has taken over since the caller looked: an attempt would carry its donor's name.
    if (!isSameBrowser(locked, link)) return { kind: 'ended' };
    const where = { linkId: link.id, rail: rail.kind };
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const amount = locked.donorAmount ?? locked.amount;
    const amountMajor = Number(amount);
    const live = await tx.payment.findFirst({ where: { ...where, state: { in: LIVE_STATES } } });
    if (live?.state === 'pending') return { kind: 'exists', attempt: live, amountMajor };
    if (live) {
      if (live.claimedUntil && live.claimedUntil > now) return { kind: 'wait' };
      return {
        kind: 'start',
        attempt: await tx.payment.update({ where: { id: live.id }, data: { claimedUntil } }),
        amountMajor,
        repeated: true,
      };
    }
    const last = await tx.payment.aggregate({ where, _max: { attempt: true } });
    const attempt = await tx.payment.create({
      data: {
        id: newId('payment'),
        ...where,
        causeKey: link.causeKey,
        gateway: rail.gateway,
        attempt: (last._max.attempt ?? 0) + 1,
        state: 'starting',
        amount,
        currency: link.currency,
        ...donorOf(locked),
        claimedUntil,
        createdAt: now,
      },
    });
    await enqueue(tx, 'settle_link', { id: link.id }, new Date(link.expiresAt.getTime() + 1000));
    return { kind: 'start', attempt, amountMajor, repeated: false };
  });
}

/**
 * Starts a claimed attempt at its gateway and stores it as live; undefined when it is not wanted any more and what was
 * made is cancelled again. No lock or connection is held while the gateway answers.
 * @param start calls the gateway with a key that makes a repeated start the same start
 * @throws GatewayError from `start`; from the cancelling, Problem 503
 */
export async function startAttempt<T extends { reference: string }>(
  attempt: Payment,
  rail: Rail,
  start: (key: string) => Promise<T>,
): Promise<T | undefined> {
  let started: T;
  try {
    started = await start(`${attempt.linkId}:${attempt.attempt}:${attempt.amount}`);
  } catch (error) {
    await recordFailedStart(attempt, error);
    throw error;
  }
  const { reference } = started;
  const stored = await storeStarted(attempt, reference);
  if (stored === 'live') return started;
  if (stored === 'superseded') return undefined;
  const remote = await needingGateway(() => rail.cancel({ reference, linkId: attempt.linkId }));
  await settle(attempt.id, remote, readClock);
  return undefined;
}

/**
 * Stores the attempt as live, unless its link ended or its cause stopped collecting while the gateway answered; the reference is kept either way. Where
 * two started the same attempt at a gateway that made two things of it, the first is what donors go on with, and nobody
 * is ever shown the other.
 */
async function storeStarted(
  attempt: Payment,
  gatewayReference: string,
): Promise<'live' | 'unwanted' | 'superseded'> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, attempt.linkId);
    const row = await tx.payment.findUniqueOrThrow({ where: { id: attempt.id } });
    if (row.gatewayReference !== null && row.gatewayReference !== gatewayReference) return 'superseded';
    const now = readClock();
    // A cause that stopped meanwhile has called off what was live, and this was not yet.
    const cause = await tx.cause.findUniqueOrThrow({ where: { key: row.causeKey } });
    const collects = acceptance(cause, now) === 'accepting';
    const stillWanted = link !== null && isOpen(link, now) && isLive(row.state) && collects;
    await tx.payment.update({
      where: { id: attempt.id },
      data: {
        gatewayReference,
        claimedUntil: null,
        ...(row.state === 'starting' ? { state: 'pending' } : {}),
      },
    });
    const next = nextCheck(row, now);
    if (next) await enqueue(tx, 'check_payment', { id: row.id }, next);
    return stillWanted ? 'live' : 'unwanted';
  });
}

/**
 * After a fault the gateway may have stored its failure under our key, so the next try takes a new attempt number; when
 * it never answered it may have acted, so the next try repeats this very attempt.
 */
async function recordFailedStart(attempt: Payment, error: unknown): Promise<void> {
  const where = { id: attempt.id, state: 'starting' };
  if (!isGatewayError(error) || error.failure === 'unreachable')
    await db().payment.updateMany({ where, data: { claimedUntil: null } });
  else
    await db().payment.updateMany({
      where,
      data: { state: 'failed', lastError: error.code, settledAt: readClock() },
    });
}
