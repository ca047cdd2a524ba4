import { setTimeout as pause } from 'node:timers/promises';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { unavailable } from '#lib/problems/problem.ts';
import { type CardIntent, isGatewayError } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { findSettledLink } from './end-link.ts';
import { needingGateway } from './gateway-trouble.ts';
import { isOpen, lockLink } from './lock-link.ts';
import { amountRefused, findPayable, notPayable, type Payable } from './payable.ts';
import { settle } from './settle.ts';

/** While a claim lasts others wait for it; after it another caller takes over with the same gateway key, in milliseconds. */
const CLAIM_MS = 5_000;
/** How long a caller waits for another's attempt before it is told to retry, in milliseconds. */
const WAIT_MS = 15_000;
/** Between two looks at another's attempt, in milliseconds. */
const LOOK_AGAIN_MS = 100;

export type IntentForBrowser = { clientSecret: string; publishableKey: string; intentId: string };

/**
 * The one card intent of a link (spec 4.3), the same one for every caller while it is unconfirmed and of the amount
 * asked for. A hundred callers at once make one: the attempt row is claimed by a unique index before the gateway is
 * called, and no lock or connection is held while it answers.
 * @throws Problem as `findPayable`, and 503 when the gateway fails.
 */
export async function createIntent(linkId: string, email: string | undefined): Promise<IntentForBrowser> {
  if (email !== undefined) await rememberEmail(linkId, email);
  const deadline = readClock().getTime() + WAIT_MS;
  while (readClock().getTime() < deadline) {
    const payable = await findPayable(linkId, readClock());
    const claim = await claimAttempt(payable);
    if (claim.kind === 'ended') continue;
    const intent =
      claim.kind === 'start'
        ? await startAttempt(payable, claim.attempt)
        : claim.kind === 'exists'
          ? await reuseAttempt(payable, claim.attempt)
          : undefined;
    // Another amount can be found here when the donor changed it in a second tab; the next look replaces it.
    if (intent && intent.amountMajor === payable.amountMajor)
      return {
        clientSecret: intent.clientSecret,
        publishableKey: payable.rail.publishableKey,
        intentId: intent.reference,
      };
    if (claim.kind === 'wait') await pause(LOOK_AGAIN_MS);
  }
  throw unavailable('The payment gateway', new Error('another attempt on this link did not finish in time'));
}

/** The donor's address for the receipt; it does not affect the amount. */
async function rememberEmail(linkId: string, email: string): Promise<void> {
  if (linkId.includes('\0')) return;
  await db().checkoutLink.updateMany({
    where: { id: linkId, cancelledAt: null, expiredAt: null, payments: { none: { state: 'approved' } } },
    data: { donorEmail: email },
  });
}

type Claim = { kind: 'start' | 'exists'; attempt: Payment } | { kind: 'wait' } | { kind: 'ended' };

async function claimAttempt({ link, rail }: Payable): Promise<Claim> {
  return transaction(async (tx) => {
    const locked = await lockLink(tx, link.id);
    const now = readClock();
    if (!locked || !isOpen(locked, now)) return { kind: 'ended' };
    const where = { linkId: link.id, rail: 'card' };
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const live = await tx.payment.findFirst({ where: { ...where, state: { in: ['starting', 'pending'] } } });
    if (live?.state === 'pending') return { kind: 'exists', attempt: live };
    if (live) {
      if (live.claimedUntil && live.claimedUntil > now) return { kind: 'wait' };
      return {
        kind: 'start',
        attempt: await tx.payment.update({ where: { id: live.id }, data: { claimedUntil } }),
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
        amount: locked.donorAmount ?? locked.amount,
        currency: link.currency,
        claimedUntil,
        createdAt: now,
      },
    });
    await enqueue(tx, 'settle_link', { id: link.id }, new Date(link.expiresAt.getTime() + 1000));
    return { kind: 'start', attempt };
  });
}

/** Starts a claimed attempt at the gateway; undefined when the link ended meanwhile and what was made is cancelled again. */
async function startAttempt({ rail }: Payable, attempt: Payment): Promise<CardIntent | undefined> {
  let intent: CardIntent;
  try {
    intent = await rail.start({
      key: `${attempt.linkId}:${attempt.attempt}:${attempt.amount}`,
      linkId: attempt.linkId,
      amountMajor: Number(attempt.amount),
      currency: attempt.currency,
    });
  } catch (error) {
    await recordFailedStart(attempt, error);
    return needingGateway(() => Promise.reject(error));
  }
  if (await storeStarted(attempt, intent)) return intent;
  const remote = await needingGateway(() => rail.cancel(intent.reference));
  await settle(attempt.id, remote, readClock());
  return undefined;
}

/** Stores the intent as live, unless the link ended while the gateway answered. The reference is kept either way. */
async function storeStarted(attempt: Payment, intent: CardIntent): Promise<boolean> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, attempt.linkId);
    const row = await tx.payment.findUniqueOrThrow({ where: { id: attempt.id } });
    const stillWanted =
      link !== null && isOpen(link, readClock()) && ['starting', 'pending'].includes(row.state);
    await tx.payment.update({
      where: { id: attempt.id },
      data: {
        gatewayReference: intent.reference,
        claimedUntil: null,
        ...(row.state === 'starting' ? { state: 'pending' } : {}),
      },
    });
    return stillWanted;
  });
}

/**
 * After a fault the gateway may have stored its failure under our key, so the next try takes a new attempt number; when
 * it never answered it may have made the intent, so the next try repeats this very attempt.
 */
async function recordFailedStart(attempt: Payment, error: unknown): Promise<void> {
  if (!isGatewayError(error) || error.failure === 'unreachable') {
    await db().payment.updateMany({
      where: { id: attempt.id, state: 'starting' },
      data: { claimedUntil: null },
    });
    return;
  }
  await db().payment.updateMany({
    where: { id: attempt.id, state: 'starting' },
    data: { state: 'failed', lastError: error.code, settledAt: readClock() },
  });
  if (error.code === 'amount_too_small') throw amountRefused('is too small to be paid by card');
  if (error.code === 'amount_too_large') throw amountRefused('is too large to be paid by card');
}

/**
 * The existing intent, read back from the gateway; undefined when it cannot serve any more and the caller should look
 * again. Money found there is recorded, never put at risk by a second intent (decisions.md 44).
 */
async function reuseAttempt(
  { link, rail, amountMajor }: Payable,
  attempt: Payment,
): Promise<CardIntent | undefined> {
  const reference = attempt.gatewayReference;
  if (!reference) throw new Error('Bug: a pending payment without its reference');
  const intent = await needingGateway(() => rail.retrieve(reference));
  const usable = intent.remote.standing === 'live' && intent.remote.money.length === 0;
  if (usable && intent.amountMajor === amountMajor) {
    await settle(attempt.id, intent.remote, readClock());
    return intent;
  }
  const remote = usable ? await needingGateway(() => rail.cancel(reference)) : intent.remote;
  await settle(attempt.id, remote, readClock());
  if (remote.money.length > 0) await refuseIfEnded(link.id);
  // Neither paid nor cancelled: the processor is busy with it, and a second intent beside it could be paid too.
  if (remote.standing === 'live' && remote.money.length === 0)
    throw unavailable('The payment gateway', new Error('an intent is being processed'));
  return undefined;
}

async function refuseIfEnded(linkId: string): Promise<void> {
  const now = readClock();
  const link = await findSettledLink(linkId, now);
  const status = link ? linkStatus(link, now) : 'open';
  if (status !== 'open') throw notPayable(status);
}
