import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import type { RemoteAttempt } from '#lib/rails/port/payment.ts';
import type { CardRail } from '#lib/rails/port/rail.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase, pendingPayment, releaseCosts } from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { claimAttempt, startAttempt } from './attempts/attempt.ts';
import { expireNow } from './attempts/expire-now.ts';
import { lockLink } from './lock-link.ts';
import { applyGatewayState } from './sync/apply-gateway-state.ts';

ownDatabase();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 86_400_000;
/** The expiry of these links, and a moment after it. */
const EXPIRY = new Date(NOW.getTime() + DAY_MS);
const AFTER = new Date(EXPIRY.getTime() + 1);
const CARD = { kind: 'card', gateway: 'stripe' } as const;
const ENDED: RemoteAttempt = { status: 'canceled', declines: [], money: [] };

async function pending(state = 'pending') {
  const id = await pendingPayment((await storedCause()).key);
  const payment = await db().payment.update({ where: { id }, data: { state } });
  return { payment, linkId: payment.linkId, row: () => db().payment.findUniqueOrThrow({ where: { id } }) };
}

/** Begins some work while a link is locked; once it waits, the clock moves, and the lock is released. */
async function whileLocked<T>(linkId: string, work: () => Promise<T>, moment: Date): Promise<T> {
  const begun = await transaction(async (tx) => {
    await lockLink(tx, linkId);
    const other = { outcome: work() };
    await until('the work to wait for the lock', isLockAwaited);
    vi.setSystemTime(moment);
    return other;
  });
  return begun.outcome;
}

test('money is recorded at the time at which its link could be locked, and judged by that time', async () => {
  const { payment, linkId, row } = await pending('canceled');
  const money = {
    id: 'pi_late',
    linkId,
    amountMajor: 50,
    amountMinor: 5000n,
    currency: 'USD',
    succeededAt: NOW,
    refundedMinor: 0n,
    refunds: [],
    disputes: [],
    costs: releaseCosts(NOW),
  };
  const remote: RemoteAttempt = { status: 'live', declines: [], money: [money] };
  await whileLocked(linkId, () => applyGatewayState(payment, remote, () => new Date()), AFTER);
  // At the time of its call the link was open.
  expect(await row()).toMatchObject({ state: 'refund_due', refundReason: 'late', settledAt: AFTER });
});

test('an attempt without money ends at the time at which its link could be locked', async () => {
  const { payment, linkId, row } = await pending();
  await whileLocked(linkId, () => applyGatewayState(payment, ENDED, () => new Date()), AFTER);
  expect(await row()).toMatchObject({ state: 'canceled', settledAt: AFTER });
});

test('nothing is claimed on a link that expired while its lock was awaited', async () => {
  const { linkId } = await pending('canceled');
  const link = await findLink(linkId);
  if (!link) throw new Error('no such link');
  expect(await whileLocked(linkId, () => claimAttempt(link, CARD), AFTER)).toEqual({ kind: 'ended' });
});

test('a claim runs from the time at which the link could be locked', async () => {
  const { linkId } = await pending('canceled');
  const link = await findLink(linkId);
  if (!link) throw new Error('no such link');
  const claim = await whileLocked(linkId, () => claimAttempt(link, CARD), EXPIRY);
  expect(claim).toMatchObject({
    kind: 'start',
    attempt: { createdAt: EXPIRY, claimedUntil: new Date(EXPIRY.getTime() + 5000) },
  });
});

test('what a gateway started is cancelled if its link expired while its lock was awaited', async () => {
  const { payment, linkId, row } = await pending('starting');
  const cancelled: string[] = [];
  const cancel = async ({ reference }: { reference: string }) => {
    cancelled.push(reference);
    return ENDED;
  };
  const rail = { ...CARD, cancel } as unknown as CardRail;
  const start = async () => ({ reference: `pi_${payment.id}` });
  expect(await whileLocked(linkId, () => startAttempt(payment, rail, start), AFTER)).toBeUndefined();
  expect(cancelled).toEqual([`pi_${payment.id}`]);
  expect((await row()).state).toBe('canceled');
});

test('an early expiry is the time at which the link could be locked', async () => {
  const { linkId } = await pending('canceled');
  const later = new Date(NOW.getTime() + 5000);
  await whileLocked(linkId, () => expireNow(linkId, 'qa', NOW), later);
  expect((await db().checkoutLink.findUniqueOrThrow({ where: { id: linkId } })).expiresAt).toEqual(later);
});
