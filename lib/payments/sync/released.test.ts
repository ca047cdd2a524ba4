import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { accountIn, approvedTransfer, localLinks, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, onlyAttemptOf, resetProcessor } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

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
  await service.runJobs();
}

test('a card’s money is pending until its balance transaction is available', async () => {
  const { causeKey, releasedAt, id } = await donated();
  const booked = await service
    .stripe()
    .balanceTransactions.retrieve(String((await chargeOf(id)).balance_transaction));
  const availableMs = booked.available_on * 1000;
  expect(releasedAt?.getTime()).toBe(availableMs);
  expect(booked.available_on - booked.created).toBe((2 * DAY_MS) / 1000);
  const before = await status(causeKey, new Date(availableMs - 1));
  const then = await status(causeKey, new Date(availableMs));
  expect(before.onItsWayMinor - then.onItsWayMinor).toBe(4575n);
  expect(then.availableMinor - before.availableMinor).toBe(4575n);
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
  await accountIn(service, 'co')('switches', { moneyReleaseMs: 20 * DAY_MS });
  await swept(new Date((first.releasedAt?.getTime() ?? 0) + 1));
  const moved = await onlyAttemptOf(id);
  expect(moved.releasedAt?.getTime()).toBe((first.succeededAt?.getTime() ?? 0) + 20 * DAY_MS);
  expect(moved.costDueAt).toEqual(moved.releasedAt);
});

test('once the day has come and is confirmed, the gateway is not asked again', async () => {
  await service.control('stripe/settlement', { releaseSeconds: 0 });
  const { releasedAt, costDueAt } = await donated();
  expect((releasedAt?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now()).toBe(true);
  expect(costDueAt).toBeNull();
});

test('the gateway is asked about a payment that a server of the previous release recorded', async () => {
  const { id, releasedAt } = await donated();
  await db().payment.update({ where: { id }, data: { releasedAt: null, costDueAt: null } });
  await swept(new Date());
  expect((await db().payment.findUniqueOrThrow({ where: { id } })).releasedAt).toEqual(releasedAt);
});
