import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { type Withdrawable, withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { accountStateIn, approvedTransfer, localLinks, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, onlyAttemptOf, resetProcessor, runMoneyJobs } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { syncPayment } from './sync-payment.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
beforeAll(() => resetAccounts(service));
beforeEach(() => resetProcessor(service));

const DAY_MS = 86_400_000;

async function donated() {
  const { id } = await paidLink();
  await donorReturns(service, id);
  return onlyAttemptOf(id);
}
async function status(causeKey: string, now: Date) {
  return withdrawableOf(db(), await db().cause.findUniqueOrThrow({ where: { key: causeKey } }), now);
}
/** Runs the sweep at an instant, and every job that it enqueued. */
async function swept(now: Date): Promise<void> {
  await sweep(now);
  await runMoneyJobs(service);
}

test('a card’s money is pending until its balance transaction is available', async () => {
  const { causeKey, releasedAt, id: paymentId, linkId: id } = await donated();
  const booked = await service
    .stripe()
    .balanceTransactions.retrieve(String((await chargeOf(paymentId)).balance_transaction));
  const availableMs = booked.available_on * 1000;
  expect(releasedAt?.getTime()).toBe(availableMs);
  expect(booked.available_on - booked.created).toBe((2 * DAY_MS) / 1000);
  // That its time passes releases nothing: the gateway is asked then.
  const before = await status(causeKey, new Date(availableMs - 1));
  const passed = await status(causeKey, new Date(availableMs + DAY_MS));
  expect(passed.availableMinor).toBe(before.availableMinor);
  expect(sumOf(before, day(availableMs))).toBeGreaterThanOrEqual(4575n);
  expect([sumOf(passed, day(availableMs)), sumOf(passed, null) >= 4575n]).toEqual([0n, true]);
  expect((await onlyAttemptOf(id)).costDueAt?.getTime()).toBe(availableMs);
  await move(id, 0);
  await swept(new Date(availableMs));
  expect(await onlyAttemptOf(id)).toMatchObject({ isReleased: true, costDueAt: null });
  const then = await status(causeKey, new Date());
  expect(then.availableMinor - before.availableMinor).toBe(4575n);
});

const day = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);
const sumOf = ({ onItsWay }: Withdrawable, of: string | null) =>
  onItsWay.find((arrival) => arrival.day === of)?.amountMinor ?? 0n;

/** The gateway moves the release of a card's money to so many seconds from now, and tells nobody. */
async function move(linkId: string, seconds: number): Promise<void> {
  const { gatewayReference } = await onlyAttemptOf(linkId);
  await service.control('stripe/move_release', { payment_intent: gatewayReference, seconds });
}

test('a day in the past releases nothing while the gateway calls the money pending; it is asked until it does not', async () => {
  await service.control('stripe/settlement', { releaseSeconds: 0, held: true });
  const { id: paymentId, linkId, causeKey, releasedAt, isReleased } = await donated();
  const first = Date.now();
  expect([isReleased, (releasedAt?.getTime() ?? first) < first + 1]).toEqual([false, true]);
  const asked = async () => (await onlyAttemptOf(linkId)).costDueAt?.getTime() ?? 0;
  expect(await asked()).toBeLessThanOrEqual(first + 60_000);
  const before = await status(causeKey, new Date());
  await swept(new Date(await asked()));
  expect(await onlyAttemptOf(linkId)).toMatchObject({ isReleased: false, releasedAt });
  // A gateway that is late is asked again soon after the day has come, however long ago it was charged.
  await db().payment.update({ where: { id: paymentId }, data: { settledAt: new Date(0), costDueAt: null } });
  await move(linkId, -180);
  const late = Date.now();
  await syncPayment(paymentId, new Date(late));
  expect((await asked()) - late).toBeGreaterThanOrEqual(180_000);
  expect((await asked()) - late).toBeLessThan(600_000);
  await service.control('stripe/settlement', { held: false });
  await swept(new Date(await asked()));
  expect(await onlyAttemptOf(linkId)).toMatchObject({ isReleased: true, costDueAt: null });
  const then = await status(causeKey, new Date());
  expect(then.availableMinor - before.availableMinor).toBe(4575n);
});

test('a day that the gateway moved counts, when its time had come and also after the money was released', async () => {
  const { id: paymentId, linkId, releasedAt } = await donated();
  await move(linkId, 10 * 86_400);
  await syncPayment(paymentId, new Date((releasedAt?.getTime() ?? 0) + 1));
  const moved = await onlyAttemptOf(linkId);
  expect(moved.releasedAt?.getTime()).toBeGreaterThan((releasedAt?.getTime() ?? 0) + 7 * DAY_MS);
  expect(moved).toMatchObject({ isReleased: false, costDueAt: moved.releasedAt });

  await service.control('stripe/settlement', { releaseSeconds: 0 });
  const atOnce = await donated();
  expect(atOnce).toMatchObject({ isReleased: true, costDueAt: null });
  const before = await status(atOnce.causeKey, new Date());
  await move(atOnce.linkId, 10 * 86_400);
  await syncPayment(atOnce.id, new Date());
  const held = await onlyAttemptOf(atOnce.linkId);
  expect(held).toMatchObject({ isReleased: false, costDueAt: held.releasedAt });
  const after = await status(atOnce.causeKey, new Date());
  expect(before.availableMinor - after.availableMinor).toBe(4575n);
});

async function chargeOf(paymentId: string) {
  const { gatewayReference } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const intent = await service.stripe().paymentIntents.retrieve(String(gatewayReference));
  return service.stripe().charges.retrieve(String(intent.latest_charge));
}

test('a bank transfer’s money is pending until the release day of its payment, even if that day changes', async () => {
  const { id } = await colombian();
  await approvedTransfer(service, id);
  await donorReturns(service, id);
  const first = await onlyAttemptOf(id);
  expect(first.releasedAt?.getTime()).toBe((first.succeededAt?.getTime() ?? 0) + 14 * DAY_MS);
  // On that day the gateway reports another one: nothing of it is available then.
  await accountStateIn(service, 'co')('switches', { moneyReleaseMs: 20 * DAY_MS });
  await swept(new Date((first.releasedAt?.getTime() ?? 0) + 1));
  const moved = await onlyAttemptOf(id);
  expect(moved.releasedAt?.getTime()).toBe((first.succeededAt?.getTime() ?? 0) + 20 * DAY_MS);
  expect(moved.costDueAt).toEqual(moved.releasedAt);
});

test.each([
  ['its status', 'by_date'],
  ['the same day again, if it has no status', 'absent'],
] as const)('a bank transfer’s money is released once its gateway says so by %s', async (_how, status) => {
  const account = accountStateIn(service, 'co');
  await account('switches', {
    moneyReleaseMs: 0,
    moneyReleaseStatus: status === 'by_date' ? 'pending' : status,
  });
  const { id } = await colombian();
  await approvedTransfer(service, id);
  await donorReturns(service, id);
  const first = await onlyAttemptOf(id);
  expect(first).toMatchObject({ isReleased: false });
  expect((first.releasedAt?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now()).toBe(true);
  if (status === 'by_date') {
    await swept(first.costDueAt ?? new Date(0));
    expect(await onlyAttemptOf(id)).toMatchObject({ isReleased: false });
    await account('switches', { moneyReleaseStatus: 'released' });
  }
  await swept((await onlyAttemptOf(id)).costDueAt ?? new Date(0));
  expect(await onlyAttemptOf(id)).toMatchObject({ isReleased: true, costDueAt: null });
  await account('switches', { moneyReleaseMs: 14 * DAY_MS, moneyReleaseStatus: 'by_date' });
});

test('money that its gateway calls released is not before the day that it names', async () => {
  const account = accountStateIn(service, 'co');
  await account('switches', { moneyReleaseStatus: 'released' });
  const { id } = await colombian();
  await approvedTransfer(service, id);
  await donorReturns(service, id);
  const { releasedAt, ...row } = await onlyAttemptOf(id);
  expect(row).toMatchObject({ isReleased: false, costDueAt: releasedAt });
  await account('switches', { moneyReleaseStatus: 'by_date' });
});

test('once the day has come and is confirmed, the gateway is not asked again', async () => {
  await service.control('stripe/settlement', { releaseSeconds: 0 });
  const { releasedAt, isReleased, costDueAt } = await donated();
  expect((releasedAt?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now()).toBe(true);
  expect([isReleased, costDueAt]).toEqual([true, null]);
});
