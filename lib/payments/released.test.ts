import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { sweep } from '#lib/jobs/sweep.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { accountIn, localLinks, paymentsAt, resetAccounts, startPse } from '#scripts/testing/local-rails.ts';
import { attemptsOf, donorReturns, resetProcessor } from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
beforeAll(() => resetAccounts(service));
beforeEach(() => resetProcessor(service));

const DAY_MS = 86_400_000;

async function paymentOf(linkId: string) {
  const [payment] = await attemptsOf(linkId);
  if (!payment) throw new Error('no payment');
  return payment;
}
async function donated() {
  const { id } = await paidLink();
  await donorReturns(service, id);
  return paymentOf(id);
}
async function standing(causeKey: string, now: Date) {
  return withdrawableOf(db(), await db().cause.findUniqueOrThrow({ where: { key: causeKey } }), now);
}
/** The sweep at a time, and every job that it made. */
async function swept(now: Date): Promise<void> {
  await sweep(now);
  await service.runJobs();
}

test('a card’s money is on its way until its balance transaction is available', async () => {
  const { causeKey, releasedAt, id } = await donated();
  const booked = await service
    .stripe()
    .balanceTransactions.retrieve(String((await chargeOf(id)).balance_transaction));
  const availableMs = booked.available_on * 1000;
  expect(releasedAt?.getTime()).toBe(availableMs);
  expect(booked.available_on - booked.created).toBe((2 * DAY_MS) / 1000);
  const before = await standing(causeKey, new Date(availableMs - 1));
  const then = await standing(causeKey, new Date(availableMs));
  expect(before.onItsWayMinor - then.onItsWayMinor).toBe(4575n);
  expect(then.availableMinor - before.availableMinor).toBe(4575n);
});

async function chargeOf(paymentId: string) {
  const { gatewayReference } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const intent = await service.stripe().paymentIntents.retrieve(String(gatewayReference));
  return service.stripe().charges.retrieve(String(intent.latest_charge));
}

test('a bank transfer’s money is on its way until the day that its payment names, also where that day moves', async () => {
  const { id } = await colombian();
  await startPse(service, id);
  const [{ id: payment_id }] = await paymentsAt(service, id);
  await accountIn(service, 'co')('approve', { payment_id });
  await donorReturns(service, id);
  const first = await paymentOf(id);
  expect(first.releasedAt?.getTime()).toBe((first.succeededAt?.getTime() ?? 0) + 14 * DAY_MS);
  // Asked on that day, the gateway says another: nothing of it is available then.
  await accountIn(service, 'co')('switches', { moneyReleaseMs: 20 * DAY_MS });
  await swept(new Date((first.releasedAt?.getTime() ?? 0) + 1));
  const moved = await paymentOf(id);
  expect(moved.releasedAt?.getTime()).toBe((first.succeededAt?.getTime() ?? 0) + 20 * DAY_MS);
  expect(moved.costDueAt).toEqual(moved.releasedAt);
});

test('once the day has come and stands, the gateway is not asked any more', async () => {
  await service.control('stripe/settlement', { releaseSeconds: 0 });
  const { releasedAt, costDueAt } = await donated();
  expect((releasedAt?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now()).toBe(true);
  expect(costDueAt).toBeNull();
});

test('of a payment that a server of the release before has recorded, the gateway is asked', async () => {
  const { id, releasedAt } = await donated();
  await db().payment.update({ where: { id }, data: { releasedAt: null, costDueAt: null } });
  await swept(new Date());
  expect((await db().payment.findUniqueOrThrow({ where: { id } })).releasedAt).toEqual(releasedAt);
});
