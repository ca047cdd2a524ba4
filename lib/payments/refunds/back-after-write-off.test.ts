import { beforeEach, expect, test } from 'vitest';
import { findFailedRefund, listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { db, snapshot, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { postedIn, refusedRefund, sendByHand, writeOffLeft } from '#testing/by-hand.ts';
import { deliverEvent, donorReturns, forgetJobs, mailsTo, resetProcessor, runEveryMoneyJob } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { closeFailedRefund } from './resolve-failed-refunds.ts';

/* Unmatched funds were written off, went back to their donor after all, and come back once more: two people's decision stands. */

const { service, partner } = runningService();
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});
const address = () => `back-${donor}@example.org`;
const refused = () => refusedRefund({ service, partner }, { email: address() });
const settled = async () => expect(await snapshot(checkLedger)).toEqual([]);
const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const isQueued = async (paymentId: string) =>
  (await listFailedRefunds({})).rows.some(({ payment }) => payment.id === paymentId);
const refundAtGateway = (intent: string, amount?: number) =>
  service.stripe().refunds.create({ payment_intent: intent, ...(amount ? { amount } : {}) });

async function bounces(intent: string, refund: string) {
  await service.control('stripe/settle_refund', { refund, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
}

/** It is owed as `unclaimed`, staff have it in their queue, and nothing is refunded by itself. */
async function waitsForItsDonor(
  { paymentId, intent, linkId }: { paymentId: string; intent: string; linkId: string },
  leftMinor: bigint,
) {
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundedAt: null });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-leftMinor);
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'unclaimed', amount: Number(leftMinor) / 100 });
  expect(await isQueued(paymentId)).toBe(true);
  const own = await db().refund.count({ where: { paymentId } });
  await runEveryMoneyJob(service);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  expect(await db().refund.count({ where: { paymentId } })).toBe(own);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundsPendingMinor: 0n });
  await settled();
}

test('a refund of all of it that somebody made at the gateway bounces', async () => {
  const found = await refused();
  const { intent, paymentId, refundId } = found;
  await writeOffLeft(refundId);
  const { id } = await refundAtGateway(intent);
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  expect(await isQueued(paymentId)).toBe(false);
  await bounces(intent, id);
  await waitsForItsDonor(found, 5000n);
  // The donor had been told that it is on their card.
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
  expect(await findFailedRefund(newId('account'), refundId)).toMatchObject({
    needsAttention: true,
    canRetry: false,
    canClose: true,
    sendable: { seenMinor: '5000' },
  });
  await transaction((tx) => closeFailedRefund(tx, refundId, newId('account'), new Date()));
  expect(await isQueued(paymentId)).toBe(false);
  await sendByHand(refundId);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(0n);
  await settled();
});

test('a refund of a part that somebody made at the gateway bounces', async () => {
  const found = await refused();
  const { intent, paymentId, refundId } = found;
  await writeOffLeft(refundId);
  const { id } = await refundAtGateway(intent, 2000);
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundedMinor: 2000n });
  expect(await isQueued(paymentId)).toBe(false);
  await bounces(intent, id);
  await waitsForItsDonor(found, 5000n);
});

test('what was refunded beside a transfer by hand bounces', async () => {
  const found = await refused();
  const { intent, paymentId, refundId } = found;
  await writeOffLeft(refundId);
  await sendByHand(refundId, { amountMinor: 1000n });
  const { id } = await refundAtGateway(intent, 4000);
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', sentByHandMinor: 1000n });
  await bounces(intent, id);
  await waitsForItsDonor(found, 4000n);
  expect(await postedIn(paymentId, 'bank')).toBe(-1000n);
});

test('what was refunded beside what a bank took bounces', async () => {
  const found = await refused();
  const { intent, paymentId, refundId } = found;
  await writeOffLeft(refundId);
  const { id } = await refundAtGateway(intent, 3000);
  await deliverEvent(service, 'charge.refunded', intent);
  const claim = { payment_intent: intent, kind: 'fraudulent', amount: 2000 };
  const { id: dispute } = await service.control('stripe/dispute', claim);
  await service.control('stripe/close_dispute', { dispute, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'charged_back', refundedMinor: 3000n });
  await bounces(intent, id);
  await waitsForItsDonor(found, 3000n);
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
});

test('what was not written off is refunded again, as before', async () => {
  const { intent, paymentId, refundId } = await refused();
  const { id } = await refundAtGateway(intent);
  await deliverEvent(service, 'charge.refunded', intent);
  await transaction((tx) => closeFailedRefund(tx, refundId, newId('account'), new Date()));
  await bounces(intent, id);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due' });
  await runEveryMoneyJob(service);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  await settled();
});
