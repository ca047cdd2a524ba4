import { acceptance } from '#lib/causes/states.ts';
import { now as readClock } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { newId } from '#lib/ids.ts';
import { isSameBrowser } from '#lib/payments/donor-browser.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { donorOf, type LinkFacts, lockLink, nextAttempt } from '#lib/payments/lock-link.ts';
import { applyGatewayState } from '#lib/payments/sync/apply-gateway-state.ts';
import { scheduleSync } from '#lib/payments/sync/scheduled-sync.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { Rail } from '#lib/rails/port/rail.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { decideClaim, decideStarted } from './decisions.ts';

/**
 * How long other callers wait for a claim before one takes it over with the same idempotency key at the gateway, in
 * milliseconds.
 */
const CLAIM_MS = 5_000;

/** Errors of starting a card payment that are about its amount alone. */
const AMOUNT_REFUSALS = ['amount_too_small', 'amount_too_large'] as const;
export type AmountRefusal = (typeof AMOUNT_REFUSALS)[number];
/** For so long the gateway is not asked about a refused amount again, in milliseconds: minimums follow exchange rates. */
const REFUSED_MS = 60 * 60 * 1000;

/** To start an attempt. `repeated`: another caller began to start it and may have reached the gateway. */
export type StartClaim = { kind: 'start'; attempt: Payment; link: LinkFacts; amountMajor: number; repeated: boolean };

/**
 * The next step of a caller who wants to pay a link: start an attempt, use the live one, wait for one that another caller
 * is starting, or read the link again. `amountMajor` is the donor's amount, read under the lock; the attempt can have an
 * earlier amount.
 */
type Claim =
  | StartClaim
  | { kind: 'exists'; attempt: Payment; amountMajor: number }
  | { kind: 'wait' }
  /** The gateway has refused this amount on this link a while ago. */
  | { kind: 'refused'; why: AmountRefusal }
  /** The link has ended, or another browser has taken it over. */
  | { kind: 'ended' };

/**
 * Claims the one live attempt of a link on a rail, under the link's row lock. The row is written before the gateway is
 * called. An attempt whose starter died is taken over unchanged, so that its idempotency key at the gateway stays the same.
 */
export function claimAttempt(link: FoundLink, rail: Pick<Rail, 'kind' | 'gateway'>): Promise<Claim> {
  return transaction(async (tx) => {
    const locked = await lockLink(tx, link.id);
    const now = readClock();
    if (!locked) return { kind: 'ended' };
    const decision = decideClaim(locked, rail.kind, isSameBrowser(locked, link), now);
    if (decision.kind === 'ended' || decision.kind === 'wait') return decision;
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const amount = locked.donorAmount ?? locked.amount;
    const amountMajor = Number(amount);
    if (decision.kind === 'exists') return { ...decision, amountMajor };
    if (decision.kind === 'take_over')
      return {
        kind: 'start',
        attempt: await tx.payment.update({ where: { id: decision.attempt.id }, data: { claimedUntil } }),
        link: locked,
        amountMajor,
        repeated: true,
      };
    const why = knownRefusal(locked.payments, rail.kind, amount, now);
    if (why) return { kind: 'refused', why };
    const attempt = await tx.payment.create({
      data: {
        id: newId('payment'),
        linkId: link.id,
        causeKey: link.causeKey,
        currency: link.currency,
        amount,
        rail: rail.kind,
        gateway: rail.gateway,
        attempt: nextAttempt(locked, rail.kind),
        state: 'starting',
        claimedUntil,
        createdAt: now,
        ...donorOf(locked),
      },
    });
    return { kind: 'start', attempt, link: locked, amountMajor, repeated: false };
  });
}

/** Why a link's gateway of a rail has refused an amount lately; undefined if it has not. */
function knownRefusal(
  payments: readonly Payment[],
  rail: Rail['kind'],
  amount: bigint,
  now: Date,
): AmountRefusal | undefined {
  const since = now.getTime() - REFUSED_MS;
  const latest = payments.filter(
    (one) => one.rail === rail && one.amount === amount && one.createdAt.getTime() > since,
  );
  return AMOUNT_REFUSALS.find((why) => latest.some(({ state, lastError }) => state === 'failed' && lastError === why));
}

/** Whether an error of a gateway is about the amount alone. */
export function isAmountRefusal(code: string): code is AmountRefusal {
  return (AMOUNT_REFUSALS as readonly string[]).includes(code);
}

/**
 * Starts a claimed attempt at its gateway and stores it as live. Undefined if it is no longer wanted; then the object at
 * the gateway is cancelled. No lock or connection is held while the gateway answers.
 * @param start calls the gateway with an idempotency key, so that a repeated start creates nothing new
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
  const remote = await mapGatewayErrors(() => rail.cancel({ reference, linkId: attempt.linkId }));
  await applyGatewayState(attempt, remote, readClock);
  return undefined;
}

/**
 * Stores the attempt as live, unless its link ended or its cause stopped collecting while the gateway answered; the
 * reference is kept either way. If two callers started the same attempt and the gateway made two objects, the first one
 * stored is used and no donor ever sees the other.
 */
async function storeStarted(attempt: Payment, gatewayReference: string): Promise<'live' | 'unwanted' | 'superseded'> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, attempt.linkId);
    const row = link?.payments.find(({ id }) => id === attempt.id);
    if (!link || !row) throw new Error('Bug: a payment without its link');
    const now = readClock();
    // A cause that stopped meanwhile has cancelled its live attempts, and this one was not live yet.
    const collects = acceptance(link.cause, now) === 'accepting';
    // Another browser may have taken the link over since the attempt was claimed: it would have the other donor's name.
    const isWanted = collects && isSameBrowser(row, link);
    const decision = decideStarted(link, row, gatewayReference, isWanted, now);
    if (decision === 'superseded') return decision;
    await tx.payment.updateMany({
      where: { id: attempt.id },
      data: {
        gatewayReference,
        claimedUntil: null,
        ...(row.state === 'starting' ? { state: 'pending', ...donorOf(link) } : {}),
      },
    });
    await scheduleSync(tx, row, link, null, now);
    return decision;
  });
}

/**
 * If the gateway answered with an error, it may have stored it under our idempotency key, so the next try takes a new attempt
 * number. If it never answered, it may have acted, so the next try repeats this attempt.
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
