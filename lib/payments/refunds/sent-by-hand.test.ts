import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { db, snapshot, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { readRecord } from '#lib/payments/views/list-records.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { writeReversals } from '#lib/receipts/write-receipt.ts';
import { asOwner } from '#testing/as-owner.ts';
import {
  bouncedRefund,
  dayFromNow,
  postedIn,
  refusedRefund,
  returnTransfer,
  sendByHand,
  storedBounce,
  storedRefusal,
} from '#testing/by-hand.ts';
import { deliverEvent, donorReturns, forgetJobs, mailsTo, resetProcessor, runEveryMoneyJob } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { runningService } from '#testing/running-service.ts';
import { viewsAgree } from '#testing/views-agree.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { performRefund } from './perform-refund.ts';
import { requestRefund } from './request-refund.ts';
import { closeFailedRefund } from './resolve-failed-refunds.ts';
import { approveWriteOff, rejectWriteOff, requestWriteOff } from './write-off.ts';

const { service, partner } = runningService({ SUPPORT_EMAIL: 'help@pay.example' });
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});
const address = () => `by-hand-${donor}@example.org`;
const settled = async () => expect(await snapshot(checkLedger)).toEqual([]);
const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });
const balanceOf = (causeKey: string) => snapshot((tx) => causeBalance(tx, causeKey));
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const isQueued = async (paymentId: string) =>
  (await listFailedRefunds({})).rows.some(({ payment }) => payment.id === paymentId);

const bounced = (dollars = 50) => bouncedRefund({ service, partner }, { email: address() }, BigInt(dollars * 100));
const refused = () => refusedRefund({ service, partner }, { email: address() });

test('a donation that was sent back by hand is the donor’s alone: nothing of it stays with the creator', async () => {
  const { linkId, paymentId, causeKey, refundId } = await bounced();
  expect(await balanceOf(causeKey)).toMatchObject({ collectedMinor: 5000n, refundedMinor: 0n });
  await sendByHand(refundId);
  const payment = await paymentOf(paymentId);
  expect(payment).toMatchObject({ state: 'approved', refundedMinor: 5000n, sentByHandMinor: 5000n });
  const { refundedMinor, commissionMinor, leftMinor, gatewayCostMinor } = await balanceOf(causeKey);
  // What the gateway took for the donation stays a cost.
  expect([refundedMinor, commissionMinor, leftMinor]).toEqual([5000n, 0n, -gatewayCostMinor]);
  expect(await causeTotals(db(), causeKey)).toMatchObject({ collected: 0, contributions: 0 });
  expect([await postedIn(paymentId, 'bank'), await postedIn(paymentId, 'gateway')]).toEqual([-5000n, 5000n]);
  expect(await readRecord(causeKey, paymentId)).toMatchObject({
    status: 'refunded',
    refundedMinor: 5000,
    commissionMinor: 0,
    refundedAt: expect.any(String),
  });
  expect(await isQueued(paymentId)).toBe(false);
  expect(await mailsTo(address())).toEqual([
    'donation_completed',
    'donation_given_back',
    'refund_returned',
    'refund_sent_by_hand',
  ]);
  const mail = await db().email.findFirstOrThrow({
    where: { recipient: address(), template: 'refund_sent_by_hand' },
  });
  expect(mail.data).toMatchObject({
    reference: 'TRX 4711',
    sentOn: dayFromNow(0),
    backMajor: 50,
    isWhole: true,
  });
  expect((await donorReturns(service, linkId)).body.status).toBe('completed');
  expect(await db().auditEntry.count({ where: { subject: paymentId, action: 'refund.record_transfer' } })).toBe(1);
  await settled();
});

test('its receipt says so', async () => {
  const { paymentId, refundId } = await storedBounce(address());
  await sendByHand(refundId, { amountMinor: 2000n });
  const { receiptToken } = await paymentOf(paymentId);
  const view = await loadReceipt(receiptToken ?? '');
  expect(view?.reversals).toMatchObject({ refundedMajor: 20, byHandMajor: 20, isFullRefund: false });
  expect(view && writeReversals(view, 'en').join(' ')).toContain('bank transfer');
});

test('a form that is sent twice, or in two tabs, records one transfer', async () => {
  const { paymentId, causeKey, refundId } = await storedBounce(address());
  const made = await Promise.all([
    sendByHand(refundId),
    sendByHand(refundId),
    sendByHand(refundId, { reference: 'trx 4711' }),
  ]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await refusalOf(sendByHand(refundId, { reference: 'Another' }))).toBe('refund_resolved');
  expect(await refusalOf(sendByHand(refundId, { amountMinor: 4000n }))).toBe('transfer_recorded');
  expect(await balanceOf(causeKey)).toMatchObject({ refundedMinor: 5000n });
  expect((await mailsTo(address())).filter((name) => name === 'refund_sent_by_hand')).toHaveLength(1);
  expect(await db().manualRefund.count({ where: { paymentId } })).toBe(1);
  await settled();
});

test('of two transfers that are recorded at the same time, together more than there is, one is refused', async () => {
  const { paymentId, refundId } = await storedRefusal(address());
  const results = await Promise.all(
    ['A', 'B'].map((reference) => refusalOf(sendByHand(refundId, { amountMinor: 3000n, reference }))),
  );
  expect(results.toSorted()).toEqual(['nothing was refused', 'refund_stale']);
  expect(await paymentOf(paymentId)).toMatchObject({ sentByHandMinor: 3000n, state: 'refund_due' });
  await settled();
});

test('a second transfer that has left as well is recorded by who sees the first: our loss, until it comes back', async () => {
  const { linkId, paymentId, causeKey, refundId } = await bounced();
  const first = await sendByHand(refundId);
  const alone = await balanceOf(causeKey);
  const resolvedBy = (await db().refund.findUniqueOrThrow({ where: { id: refundId } })).resolvedBy;
  const second = { reference: 'TRX 4712', seenMinor: 0n };
  expect(await refusalOf(sendByHand(refundId, { ...second, seenMinor: 5000n }))).toBe('refund_resolved');
  expect(await refusalOf(sendByHand(refundId, { ...second, amountMinor: 5001n }))).toBe('over_refundable');
  const { id } = await sendByHand(refundId, second);
  expect((await sendByHand(refundId, second)).id).toBe(id);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 10_000n, sentByHandMinor: 10_000n });
  expect([await postedIn(paymentId, 'bank'), await postedIn(paymentId, 'dispute_losses')]).toEqual([-10_000n, 5000n]);
  expect(await balanceOf(causeKey)).toEqual(alone);
  expect(await db().refund.findUniqueOrThrow({ where: { id: refundId } })).toMatchObject({ resolvedBy });
  // The donor is not told that they are given more than they paid.
  expect((await mailsTo(address())).filter((name) => name === 'refund_sent_by_hand')).toHaveLength(1);
  const { receiptToken } = await paymentOf(paymentId);
  expect((await loadReceipt(receiptToken ?? ''))?.reversals).toMatchObject({ refundedMajor: 50, byHandMajor: 50 });
  expect((await donorReturns(service, linkId)).body.status).toBe('completed');
  await settled();
  await returnTransfer(id);
  expect([await postedIn(paymentId, 'bank'), await postedIn(paymentId, 'dispute_losses')]).toEqual([-5000n, 0n]);
  expect(await balanceOf(causeKey)).toEqual(alone);
  expect(await mailsTo(address())).not.toContain('transfer_returned');
  // The first one has paid the donor.
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
  await returnTransfer(first.id);
  expect(await isQueued(paymentId)).toBe(true);
  await settled();
});

test('of unmatched funds a second transfer is recorded too, and the donor reads what they paid', async () => {
  const { linkId, paymentId, refundId } = await refused();
  await sendByHand(refundId, { amountMinor: 3000n });
  await sendByHand(refundId, { amountMinor: 3000n, reference: 'Second', seenMinor: 2000n });
  const { state, sentByHandMinor, refundedAt } = await paymentOf(paymentId);
  expect([state, sentByHandMinor]).toEqual(['refunded', 6000n]);
  await sendByHand(refundId, { amountMinor: 1000n, reference: 'Third', seenMinor: 0n });
  expect(await paymentOf(paymentId)).toMatchObject({ sentByHandMinor: 7000n, refundedAt });
  expect([await postedIn(paymentId, 'to_give_back'), await postedIn(paymentId, 'dispute_losses')]).toEqual([0n, 2000n]);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'refunded', amount: 50, byTransfer: 50 });
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('a transfer that left before a bank claimed the payment is recorded afterwards', async () => {
  const { intent, paymentId, causeKey, refundId } = await bounced();
  await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  await sendByHand(refundId, { seenMinor: 0n });
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 5000n, sentByHandMinor: 5000n });
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(5000n);
  expect((await balanceOf(causeKey)).refundedMinor).toBe(5000n);
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('never more than is left, on no impossible day, and not while a refund is under way', async () => {
  const { paymentId, refundId } = await storedBounce(address(), 2000n);
  const left = { seenMinor: 5000n };
  expect(await refusalOf(sendByHand(refundId, { ...left, amountMinor: 5001n }))).toBe('over_refundable');
  expect(await refusalOf(sendByHand(refundId, { ...left, amountMinor: 0n }))).toBe('over_refundable');
  expect(await refusalOf(sendByHand(refundId, { ...left, amountMinor: -1n }))).toBe('over_refundable');
  expect(await refusalOf(sendByHand(refundId, { seenMinor: 4000n }))).toBe('refund_stale');
  expect(await refusalOf(sendByHand(refundId, { sentOn: dayFromNow(1) }))).toBe('sent_on_impossible');
  expect(await refusalOf(sendByHand(refundId, { sentOn: dayFromNow(-1) }))).toBe('sent_on_impossible');
  const key = randomUUID();
  await requestRefund(
    { paymentId, amountMinor: 1000n, reason: 'Again', key, seenMinor: 0n, requestedBy: newId('account') },
    new Date(),
  );
  expect(await refusalOf(sendByHand(refundId))).toBe('refund_pending');
  expect(await paymentOf(paymentId)).toMatchObject({ sentByHandMinor: 0n });
});

test('what was sent by hand cannot be refunded by the gateway as well', async () => {
  const { intent, paymentId, refundId } = await bounced();
  await sendByHand(refundId, { amountMinor: 3000n });
  const again = (amountMinor: bigint, seenMinor: bigint) =>
    requestRefund(
      {
        paymentId,
        amountMinor,
        seenMinor,
        reason: 'Again',
        key: randomUUID(),
        requestedBy: newId('account'),
      },
      new Date(),
    );
  expect(await refusalOf(again(2000n, 0n))).toBe('refund_stale');
  expect(await refusalOf(again(2001n, 3000n))).toBe('over_refundable');
  const asked = await again(2000n, 3000n);
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  await performRefund(asked.refund.id, new Date());
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 5000n, sentByHandMinor: 3000n });
  const remote = await service.stripe().refunds.list({ payment_intent: intent });
  expect(remote.data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)).toEqual([2000]);
  await settled();
});

test('a chargeback afterwards takes nothing from the creator that they do not have', async () => {
  const { intent, paymentId, causeKey, refundId } = await bounced();
  await sendByHand(refundId);
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  const isOnlyCosts = async () => {
    const { leftMinor, gatewayCostMinor, disputedMinor } = await balanceOf(causeKey);
    expect([leftMinor, disputedMinor]).toEqual([-gatewayCostMinor, 0n]);
  };
  await isOnlyCosts();
  await settled();
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 5000n, sentByHandMinor: 5000n });
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(5000n);
  await isOnlyCosts();
  await settled();
});

test('a refund that somebody makes at the gateway afterwards is recorded beside it', async () => {
  const { intent, paymentId, causeKey, refundId } = await refused();
  await sendByHand(refundId);
  await service.stripe().refunds.create({ payment_intent: intent });
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', refundedMinor: 10_000n });
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(5000n);
  expect((await causeTotals(db(), causeKey)).collected).toBe(0);
  await settled();
});

test('unmatched funds that were sent by hand are given back, and the donor reads how', async () => {
  const { linkId, intent, paymentId, refundId } = await refused();
  await sendByHand(refundId, { amountMinor: 2000n, reference: 'First' });
  expect(await isQueued(paymentId)).toBe(true);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due', refundedAt: null });
  expect(await postedIn(paymentId, 'to_give_back')).toBe(-3000n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'refund_due', byTransfer: 20 });
  await sendByHand(refundId, { amountMinor: 3000n, reference: 'Second', seenMinor: 3000n });
  expect(await isQueued(paymentId)).toBe(false);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', refundedAt: expect.any(Date) });
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'refunded', amount: 50, byTransfer: 50 });
  expect(await mailsTo(address())).toEqual(['refund_sent_by_hand', 'refund_sent_by_hand']);
  // Nothing of it is tried again.
  await runEveryMoneyJob(service);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', sentByHandMinor: 5000n });
  expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toEqual([]);
  await settled();
});

const close = (refundId: string) => transaction((tx) => closeFailedRefund(tx, refundId, newId('account'), new Date()));

test('a donation whose refund is closed without sending anything stays as it is', async () => {
  const { paymentId, causeKey, refundId } = await storedBounce(address());
  await close(refundId);
  expect(await isQueued(paymentId)).toBe(false);
  expect(await balanceOf(causeKey)).toMatchObject({ collectedMinor: 5000n, refundedMinor: 0n });
});

test('what has left our bank although its refund was closed is recorded, as of one that was not', async () => {
  const start = new Date(Date.now() - 60_000);
  const { paymentId, causeKey, refundId } = await storedBounce(address());
  await close(refundId);
  expect(await refusalOf(sendByHand(refundId, { amountMinor: 5001n }))).toBe('over_refundable');
  expect(await refusalOf(sendByHand(refundId, { seenMinor: 0n }))).toBe('refund_resolved');
  const recordedBy = newId('account');
  const [{ id }, again] = await Promise.all([sendByHand(refundId, { recordedBy }), sendByHand(refundId)]);
  expect(again.id).toBe(id);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 5000n, sentByHandMinor: 5000n });
  expect([await postedIn(paymentId, 'bank'), await postedIn(paymentId, 'dispute_losses')]).toEqual([-5000n, 0n]);
  expect(await db().refund.findUniqueOrThrow({ where: { id: refundId } })).toMatchObject({
    resolution: 'sent_by_hand',
  });
  expect((await mailsTo(address())).filter((name) => name === 'refund_sent_by_hand')).toHaveLength(1);
  expect(await db().auditEntry.count({ where: { subject: paymentId, action: 'refund.record_transfer' } })).toBe(1);
  const { leftMinor, gatewayCostMinor } = await viewsAgree(causeKey, [start, new Date(Date.now() + 60_000)]);
  expect(leftMinor).toBe(-gatewayCostMinor);
  await settled();
  await returnTransfer(id);
  expect(await isQueued(paymentId)).toBe(true);
  expect(await balanceOf(causeKey)).toMatchObject({ refundedMinor: 0n });
  await viewsAgree(causeKey, [start, new Date(Date.now() + 60_000)]);
  await settled();
});

test('a part that has left of a closed refund leaves the rest of the donation', async () => {
  const { paymentId, causeKey, refundId } = await storedBounce(address(), 2000n);
  await close(refundId);
  await sendByHand(refundId, { amountMinor: 2000n });
  expect(await balanceOf(causeKey)).toMatchObject({ refundedMinor: 2000n });
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

const askToWriteOff = (refundId: string, requestedBy: string, more = {}) =>
  transaction((tx) =>
    requestWriteOff(
      tx,
      { refundId, reason: 'The account is closed', seenMinor: 5000n, requestedBy, ...more },
      new Date(),
    ),
  );
const approve = (id: string, by: string) => transaction((tx) => approveWriteOff(tx, id, by, new Date()));

test('a write-off takes two people; the money stays owed, waits for its donor, and can still be sent', async () => {
  const { linkId, paymentId, refundId } = await refused();
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  const { id } = await askToWriteOff(refundId, ana);
  expect((await askToWriteOff(refundId, ana)).id).toBe(id);
  expect(await refusalOf(askToWriteOff(refundId, ben))).toBe('write_off_waits');
  expect(await refusalOf(askToWriteOff(refundId, ana, { reason: 'Another one' }))).toBe('write_off_waits');
  expect(await refusalOf(approve(id, ana))).toBe('own_request');
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due' });
  const decided = await Promise.all([approve(id, ben), approve(id, ben)].map(refusalOf));
  expect(decided.toSorted()).toEqual(['already_decided', 'nothing was refused']);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundedMinor: 0n });
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-5000n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'unclaimed', amount: 50, contact: 'help@pay.example' });
  expect([await isQueued(paymentId), await mailsTo(address())]).toEqual([false, []]);
  await runEveryMoneyJob(service);
  await settled();
  await sendByHand(refundId);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', sentByHandMinor: 5000n });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(0n);
  await settled();
});

test('only what is left of unmatched funds is written off, as much as its requester saw', async () => {
  const { refundId: ofDonation } = await storedBounce(address());
  const { id: ana } = await staffMember();
  const { id: ben } = await staffMember();
  expect(await refusalOf(askToWriteOff(ofDonation, ana))).toBe('not_unmatched');
  const { paymentId, refundId } = await storedRefusal(address());
  expect(await refusalOf(askToWriteOff(refundId, ana, { seenMinor: 4000n }))).toBe('refund_stale');
  const { id } = await askToWriteOff(refundId, ana);
  await transaction((tx) => rejectWriteOff(tx, id, ben, 'Ask them once more', new Date()));
  expect(await isQueued(paymentId)).toBe(true);
  await sendByHand(refundId, { amountMinor: 1000n });
  expect(await refusalOf(askToWriteOff(refundId, ana))).toBe('refund_stale');
  const again = await askToWriteOff(refundId, ana, { seenMinor: 4000n });
  await approve(again.id, ben);
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-4000n);
  await settled();
});

test.each([
  ['sent by hand', (_intent: string, refundId: string) => sendByHand(refundId)],
  [
    'refunded at the gateway',
    async (intent: string) => {
      await service.stripe().refunds.create({ payment_intent: intent });
      await deliverEvent(service, 'charge.refunded', intent);
    },
  ],
])('a write-off that waits ends by itself once all of its money is %s', async (_how, happens) => {
  const { intent, paymentId, refundId } = await refused();
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  const { id } = await askToWriteOff(refundId, ana);
  await happens(intent, refundId);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  const decided = { outcome: 'refused', decidedBy: null, decidedAt: expect.any(Date) };
  expect(await db().writeOff.findUniqueOrThrow({ where: { id } })).toMatchObject(decided);
  const audited = { subject: paymentId, action: 'write_off.reject', actor: 'service' };
  expect(await db().auditEntry.count({ where: audited })).toBe(1);
  expect(await refusalOf(approve(id, ben))).toBe('already_decided');
  await settled();
});

const isUndecided = async (id: string) => (await db().writeOff.findUniqueOrThrow({ where: { id } })).decidedAt === null;

test('nor does it wait on once something else is left than was asked for: staff ask again for that', async () => {
  const { paymentId, refundId } = await storedRefusal(address());
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  const { id } = await askToWriteOff(refundId, ana);
  const { id: sent } = await sendByHand(refundId, { amountMinor: 1000n });
  expect(await refusalOf(approve(id, ben))).toBe('already_decided');
  const audited = { subject: paymentId, action: 'write_off.reject', actor: 'service' };
  expect(await db().auditEntry.count({ where: audited })).toBe(1);
  expect(await isQueued(paymentId)).toBe(true);
  const again = await askToWriteOff(refundId, ana, { seenMinor: 4000n });
  await returnTransfer(sent);
  expect(await isUndecided(again.id)).toBe(false);
  const { id: whole } = await askToWriteOff(refundId, ana);
  await approve(whole, ben);
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-5000n);
  await settled();
});

test('an open chargeback, which may be won, lets a write-off wait', async () => {
  const { intent, refundId } = await refused();
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  const { id } = await askToWriteOff(refundId, ana);
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  expect(await isUndecided(id)).toBe(true);
  expect(await refusalOf(approve(id, ben))).toBe('payment_disputed');
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'won' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  await approve(id, ben);
  await settled();
});

test('a chargeback of what was written off takes it from what is owed', async () => {
  const { intent, paymentId, refundId } = await refused();
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  await approve((await askToWriteOff(refundId, ana)).id, ben);
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', disputedMinor: 5000n });
  await settled();
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'charged_back' });
  expect([await postedIn(paymentId, 'unclaimed'), await postedIn(paymentId, 'dispute_losses')]).toEqual([0n, 0n]);
  await settled();
});

test('the check of the ledger compares with the transfers themselves', async () => {
  const { paymentId, refundId } = await storedRefusal(address());
  const transfer = await sendByHand(refundId);
  await settled();
  const change = (amountMinor: number) =>
    asOwner(`ALTER TABLE manual_refunds DISABLE TRIGGER manual_refunds_are_as_sent;
      UPDATE manual_refunds SET amount_minor = ${amountMinor} WHERE id = '${transfer.id}';
      ALTER TABLE manual_refunds ENABLE TRIGGER manual_refunds_are_as_sent`);
  await change(4000);
  const found = await snapshot(checkLedger);
  expect(found.filter(({ subject }) => subject === paymentId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ about: 'manual_refund', expectedMinor: '4000', foundMinor: '5000' }),
      expect.objectContaining({ account: 'bank', expectedMinor: '-4000', foundMinor: '-5000' }),
    ]),
  );
  await change(5000);
  await settled();
  await expect(db().manualRefund.delete({ where: { id: transfer.id } })).rejects.toThrow();
});
