import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { db, snapshot } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import {
  deliverEvent,
  donorReturns,
  forgetJobs,
  mailsTo,
  resetProcessor,
  runEveryMoneyJob,
  statusSeenBy,
} from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { performRefund } from './perform-refund.ts';
import { type RefundRequest, requestRefund } from './request-refund.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const statusOf = statusSeenBy(service, partner);
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});

/** A payment of 50 dollars that has completed its link. */
async function approved() {
  const email = `staff-refund-${donor}@example.org`;
  const { id: linkId, intent } = await paidLink({ email });
  await donorReturns(service, linkId);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const ask = (dollars: number, more: Partial<RefundRequest> = {}) =>
    requestRefund(
      {
        paymentId: payment.id,
        amountMinor: BigInt(dollars * 100),
        reason: 'Asked for by the donor',
        key: randomUUID(),
        seenMinor: 0n,
        requestedBy: newId('account'),
        ...more,
      },
      new Date(),
    );
  return { linkId, intent, email, payment, ask };
}

const refundOf = (asked: Awaited<ReturnType<typeof requestRefund>>) => {
  if (asked.kind !== 'requested') throw new Error('not requested');
  return asked.refund;
};
const refundsAt = async (intent: string) => (await service.stripe().refunds.list({ payment_intent: intent })).data;
const stateOf = async (id: string) => (await db().refund.findUniqueOrThrow({ where: { id } })).state;
const givenBack = async (id: string) => (await db().payment.findUniqueOrThrow({ where: { id } })).refundedMinor;

test('a partial refund lowers the total, is posted and mailed to the donor, and the link stays completed', async () => {
  const { linkId, intent, email, payment, ask } = await approved();
  const before = (await causeTotals(db(), payment.causeKey)).collected;
  const refund = refundOf(await ask(12.5));
  await performRefund(refund.id, new Date());
  expect(await refundsAt(intent)).toMatchObject([{ amount: 1250, metadata: { refund: refund.id } }]);
  expect([await stateOf(refund.id), await givenBack(payment.id)]).toEqual(['succeeded', 1250n]);
  expect((await causeTotals(db(), payment.causeKey)).collected).toBe(before - 12.5);
  expect(await statusOf(linkId)).toBe('completed');
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back']);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('a form sent twice, with a concurrent job, is one refund and one mail', async () => {
  const { intent, email, ask } = await approved();
  const key = randomUUID();
  const asked = await Promise.all([ask(10, { key }), ask(10, { key })]);
  const [first, second] = asked.map(refundOf);
  expect(first?.id).toBe(second?.id);
  const id = String(first?.id);
  await Promise.allSettled([performRefund(id, new Date()), performRefund(id, new Date())]);
  await runEveryMoneyJob(service);
  expect(await refundsAt(intent)).toHaveLength(1);
  expect(await stateOf(id)).toBe('succeeded');
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back']);
});

test('a form that is sent again with another amount is refused: nobody believes that it was refunded', async () => {
  const { payment, ask } = await approved();
  const key = randomUUID();
  await performRefund(refundOf(await ask(10, { key })).id, new Date());
  await expect(ask(20, { key })).rejects.toMatchObject({ code: 'refund_stale' });
  expect(await givenBack(payment.id)).toBe(1000n);
});

test('of two concurrent refunds one is made, and the other is refused', async () => {
  const { intent, payment, ask } = await approved();
  const asked = await Promise.all([ask(50), ask(50), ask(30)].map(refusalOf));
  expect(asked.sort()).toEqual(['nothing was refused', 'refund_pending', 'refund_pending']);
  await runEveryMoneyJob(service);
  expect(await refundsAt(intent)).toHaveLength(1);
  const back = await givenBack(payment.id);
  expect(await refusalOf(ask(10))).toBe('refund_stale');
  expect(await refusalOf(ask(50.01, { seenMinor: back }))).toBe('over_refundable');
});

test('a failing gateway leaves it pending; the job retries until it is made, once', async () => {
  const { intent, email, payment, ask } = await approved();
  const refund = refundOf(await ask(20));
  const post = { method: 'POST', path: '^/v1/refunds$' };
  for (const failure of [
    { kind: 'reset_before', times: 2 },
    { kind: 'status', status: 429 },
    { kind: 'reset_after', times: 2 },
  ]) {
    await service.control('stripe/fail', { ...post, ...failure });
    await expect(performRefund(refund.id, new Date())).rejects.toThrow(/gateway/);
    expect([await stateOf(refund.id), await givenBack(payment.id)]).toEqual(['pending', 0n]);
  }
  expect(await mailsTo(email)).toEqual(['donation_completed']);
  await service.control('stripe/gateway_up');
  await runEveryMoneyJob(service);
  expect(await refundsAt(intent)).toMatchObject([{ amount: 2000 }]);
  expect([await stateOf(refund.id), await givenBack(payment.id)]).toEqual(['succeeded', 2000n]);
});

test('a refund that the gateway refuses has failed for good, and another can be requested', async () => {
  const { intent, payment, ask } = await approved();
  const refund = refundOf(await ask(50));
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1000 });
  await performRefund(refund.id, new Date());
  expect(await stateOf(refund.id)).toBe('failed');
  // Nothing is reserved for it any more.
  expect(await snapshot(checkLedger)).toEqual([]);
  await runEveryMoneyJob(service);
  expect(await givenBack(payment.id)).toBe(1000n);
  const rest = refundOf(await ask(40, { seenMinor: 1000n }));
  await performRefund(rest.id, new Date());
  expect([await stateOf(rest.id), await givenBack(payment.id)]).toEqual(['succeeded', 5000n]);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('a returned refund is shown as failed, and the ledger follows', async () => {
  const { intent, payment, ask } = await approved();
  const refund = refundOf(await ask(15));
  await performRefund(refund.id, new Date());
  const [remote] = await refundsAt(intent);
  await service.control('stripe/settle_refund', { refund: remote?.id, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  expect([await stateOf(refund.id), await givenBack(payment.id)]).toEqual(['failed', 0n]);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('only a counted payment without a dispute can be refunded by hand', async () => {
  const { payment, ask } = await approved();
  await db().payment.update({ where: { id: payment.id }, data: { disputedMinor: 5000n } });
  expect(await refusalOf(ask(10))).toBe('payment_disputed');
  await db().payment.update({ where: { id: payment.id }, data: { disputedMinor: 0n } });
  expect(await refusalOf(ask(10, { paymentId: 'pay_none' }))).toBe('payment_not_found');
  expect(await refusalOf(ask(0))).toBe('over_refundable');
});
