import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFailedRefund, listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { findPaymentDetail } from '#lib/dashboard/staff/payment.ts';
import { db, snapshot, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { readRecord } from '#lib/payments/views/list-records.ts';
import { linkTrail } from '#lib/payments/views/trail.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import {
  bouncedRefund,
  dayFromNow,
  postedIn,
  refusedRefund,
  returnTransfer,
  sendByHand,
  storedBounce,
  storedRefusal,
  writeOffLeft,
} from '#testing/by-hand.ts';
import { deliverEvent, donorReturns, forgetJobs, mailsTo, resetProcessor, runEveryMoneyJob } from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { refusalOf } from '#testing/refusals.ts';
import { runningService } from '#testing/running-service.ts';
import { viewsAgree } from '#testing/views-agree.ts';
import { performRefund } from './perform-refund.ts';
import { requestRefund } from './request-refund.ts';
import { closeFailedRefund, retryRefund } from './resolve-failed-refunds.ts';

const { service, partner } = runningService();
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});
const address = () => `returned-${donor}@example.org`;
const settled = async () => expect(await snapshot(checkLedger)).toEqual([]);
const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });
const refundOf = (id: string) => db().refund.findUniqueOrThrow({ where: { id } });
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const isQueued = async (paymentId: string) =>
  (await listFailedRefunds({})).rows.some(({ payment }) => payment.id === paymentId);
const bounced = (currency = 'USD', amount = 50) =>
  bouncedRefund({ service, partner }, { email: address(), currency, amount });
const refused = () => refusedRefund({ service, partner }, { email: address() });
const OPEN = { resolvedAt: null, resolvedBy: null, resolution: null };
const atGateway = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent })).data.filter(({ status }) => status === 'succeeded');

async function refundAtGateway(paymentId: string, amountMinor: bigint, seenMinor: bigint) {
  const key = randomUUID();
  const asked = await requestRefund(
    { paymentId, amountMinor, seenMinor, reason: 'Again', key, requestedBy: newId('account') },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  return asked.refund.id;
}

/** A currency with the minor units of one major, and a donation in major units; all of it or a part is sent by hand. */
type Sent = { currency: string; unit: bigint; amount: number; isPart: boolean };
const whole = (currency: string, unit: bigint, amount: number): Sent => ({ currency, unit, amount, isPart: false });
const part = (currency: string, unit: bigint, amount: number): Sent => ({ currency, unit, amount, isPart: true });
const RETURNED =
  'of a returned transfer in $currency (a part: $isPart) nothing counts as given back, wherever that is shown';

/** With minor units and without, of all and of a part. */
test.each([whole('USD', 100n, 50), part('CLP', 1n, 50_000)])(RETURNED, countsNoMore);
test.each([part('USD', 100n, 50), whole('CLP', 1n, 50_000), whole('COP', 100n, 50_000), part('COP', 100n, 50_000)])(
  RETURNED,
  { tags: ['full'] },
  countsNoMore,
);

async function countsNoMore({ currency, unit, amount, isPart }: Sent): Promise<void> {
  const all = BigInt(amount) * unit;
  const amountMinor = isPart ? (all / 5n) * 2n : all;
  const start = new Date(Date.now() - 60_000);
  const { paymentId, causeKey, refundId } = await bounced(currency, amount);
  const before = await viewsAgree(causeKey, [start, new Date(Date.now() + 1000)]);
  const { id } = await sendByHand(refundId, { amountMinor, seenMinor: all });
  expect(await paymentOf(paymentId)).toMatchObject({ sentByHandMinor: amountMinor });
  expect(await refundOf(refundId)).toMatchObject({ resolution: 'sent_by_hand' });
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({
    state: 'approved',
    refundedMinor: 0n,
    sentByHandMinor: 0n,
    refundedAt: null,
  });
  expect(await postedIn(paymentId, 'bank')).toBe(0n);
  expect(await postedIn(paymentId, 'gateway')).toBe(all);
  // Balance, list, file, statement, chart and public total, each with the others; and all as before it was sent.
  expect(await viewsAgree(causeKey, [start, new Date(Date.now() + 1000)])).toEqual(before);
  const { body } = await service.call(`/v1/causes/${causeKey}`, { key: partner.key });
  expect(body.totals.collected).toBe(Number(all) / minorUnitsPerMajor(currency));
  expect(await readRecord(causeKey, paymentId)).toMatchObject({ status: 'approved', refundedAt: null });
  const { receiptToken } = await paymentOf(paymentId);
  expect((await loadReceipt(receiptToken ?? ''))?.reversals).toBeNull();
  // Staff have it in their queue, and nothing is refunded by itself.
  expect(await refundOf(refundId)).toMatchObject(OPEN);
  expect(await isQueued(paymentId)).toBe(true);
  await runEveryMoneyJob(service);
  expect(await db().refund.count({ where: { paymentId } })).toBe(1);
  const mailed = async (template: string) =>
    (await db().email.findFirstOrThrow({ where: { recipient: address(), template } })).data;
  const major = Number(amountMinor / unit);
  expect(await mailed('refund_sent_by_hand')).toMatchObject({ amountMajor: amount, backMajor: major });
  const returned = { amountMajor: amount, backMajor: major, owedMajor: major, returnedOn: dayFromNow(0) };
  expect(await mailed('transfer_returned')).toMatchObject(returned);
  await settled();
}

test('it can be sent once more, under a reference of its own', async () => {
  const { paymentId, causeKey, refundId } = await storedBounce(address());
  const { id } = await sendByHand(refundId);
  await returnTransfer(id);
  // The form of the first transfer, sent again, does not pretend that there is another one.
  expect(await refusalOf(sendByHand(refundId))).toBe('transfer_returned');
  const again = await sendByHand(refundId, { reference: 'TRX 4712' });
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 5000n, sentByHandMinor: 5000n });
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
  await returnTransfer(again.id);
  expect(await isQueued(paymentId)).toBe(true);
  expect(await postedIn(paymentId, 'bank')).toBe(0n);
  expect((await readRecord(causeKey, paymentId))?.status).toBe('approved');
  await settled();
});

test('a form that is sent twice, or in two tabs, records one return', async () => {
  const { paymentId, refundId } = await storedBounce(address());
  const { id } = await sendByHand(refundId, { sentOn: dayFromNow(0) });
  const recorded = await Promise.all([returnTransfer(id), returnTransfer(id), returnTransfer(id)]);
  expect(new Set(recorded.map(({ returnedAt }) => returnedAt?.getTime())).size).toBe(1);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 0n, sentByHandMinor: 0n });
  expect((await mailsTo(address())).filter((name) => name === 'transfer_returned')).toHaveLength(1);
  const audited = { subject: paymentId, action: 'refund.record_return' };
  expect(await db().auditEntry.count({ where: audited })).toBe(1);
  expect(await refusalOf(returnTransfer(id, dayFromNow(-1)))).toBe('transfer_returned');
  await settled();
});

test('a return before it was sent or in the future is refused, and changes nothing', async () => {
  const { paymentId, refundId } = await storedBounce(address());
  const { id } = await sendByHand(refundId);
  for (const days of [-1, -400, 1, 365])
    expect(await refusalOf(returnTransfer(id, dayFromNow(days))), `${days}`).toBe('returned_on_impossible');
  expect(await paymentOf(paymentId)).toMatchObject({ sentByHandMinor: 5000n });
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('unmatched funds are due again, wait for staff alone, and their donor reads that', async () => {
  const { linkId, intent, paymentId, refundId } = await refused();
  const { id } = await sendByHand(refundId);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', refundedAt: expect.any(Date) });
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({
    state: 'refund_due',
    refundReason: 'late',
    refundedAt: null,
    refundedMinor: 0n,
  });
  expect(await postedIn(paymentId, 'to_give_back')).toBe(-5000n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'returned', amount: 50 });
  expect(await refundOf(refundId)).toMatchObject(OPEN);
  // Neither a job nor a report of the gateway refunds it; staff can, or send it again.
  await runEveryMoneyJob(service);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  expect(await db().refund.count({ where: { paymentId } })).toBe(1);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due', refundsPendingMinor: 0n });
  expect(await findFailedRefund(newId('account'), refundId)).toMatchObject({
    needsAttention: true,
    canRetry: true,
    canClose: false,
    writeOff: 'two_people',
    sendable: { seenMinor: '5000' },
    transfers: [{ returnedOn: dayFromNow(0) }],
  });
  await settled();
  await transaction((tx) => retryRefund(tx, refundId, new Date()));
  await runEveryMoneyJob(service);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded', refundedMinor: 5000n });
  expect((await atGateway(intent)).map(({ amount }) => amount)).toEqual([5000]);
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('unmatched funds that bounced at the gateway are not refunded there again by themselves', async () => {
  const { intent, paymentId, refundId } = await refused();
  // The gateway has made it, and its bank sent it back: such a refund is usually tried again.
  await db().refund.update({
    where: { id: refundId },
    data: { gatewayRefundId: 're_bounced', lastError: 'returned_by_bank', returnedAt: new Date() },
  });
  const { id } = await sendByHand(refundId, { amountMinor: 3000n });
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due', sentByHandMinor: 3000n });
  await returnTransfer(id);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  expect(await atGateway(intent)).toEqual([]);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due', refundsPendingMinor: 0n });
  expect(await isQueued(paymentId)).toBe(true);
  await settled();
});

test('what was written off before waits for its donor again, and its write-off can stand', async () => {
  const { linkId, intent, paymentId, refundId } = await refused();
  await writeOffLeft(refundId);
  const { id } = await sendByHand(refundId);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundedAt: null });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-5000n);
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  expect(await noticeOf(linkId)).toMatchObject({ state: 'unclaimed', amount: 50 });
  expect(await isQueued(paymentId)).toBe(true);
  await settled();
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed' });
  // Nobody answers: staff close it, and nothing moves.
  expect(await findFailedRefund(newId('account'), refundId)).toMatchObject({ canClose: true });
  await transaction((tx) => closeFailedRefund(tx, refundId, newId('account'), new Date()));
  expect(await refundOf(refundId)).toMatchObject({ resolution: 'written_off' });
  expect(await isQueued(paymentId)).toBe(false);
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-5000n);
  const again = await sendByHand(refundId, { reference: 'Found' });
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refunded' });
  await settled();
  await returnTransfer(again.id);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed' });
  await settled();
});

test('what was sent before the rest was written off joins it', async () => {
  const { paymentId, refundId } = await storedRefusal(address());
  const { id } = await sendByHand(refundId, { amountMinor: 2000n });
  await writeOffLeft(refundId, 3000n);
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed', refundedMinor: 0n });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-5000n);
  expect(await isQueued(paymentId)).toBe(true);
  await settled();
});

test('what came back is written off while a later refund that failed is resolved already', async () => {
  const { paymentId, refundId } = await refused();
  const { id } = await sendByHand(refundId, { amountMinor: 2000n });
  const refuses = { kind: 'status', status: 400, code: 'charge_disputed', times: 1000 };
  await service.control('stripe/fail', { ...refuses, method: 'POST', path: '^/v1/refunds$' });
  await transaction((tx) => retryRefund(tx, refundId, new Date()));
  await runEveryMoneyJob(service);
  await service.control('stripe/gateway_up');
  const later = await db().refund.findFirstOrThrow({ where: { paymentId, id: { not: refundId } } });
  expect(later).toMatchObject({ state: 'failed', amountMinor: 3000n });
  await transaction((tx) => retryRefund(tx, later.id, new Date()));
  await returnTransfer(id);
  await runEveryMoneyJob(service);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'refund_due', refundedMinor: 3000n });
  expect(await isQueued(paymentId)).toBe(true);
  await writeOffLeft(refundId, 2000n);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'unclaimed' });
  expect(await postedIn(paymentId, 'unclaimed')).toBe(-2000n);
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('nothing is sent for a refund that had become pointless, so that what comes back of it is in the queue', async () => {
  const { paymentId, refundId } = await storedRefusal(address());
  const { requestKey, id: _id, ...row } = await refundOf(refundId);
  const pointless = newId('refund');
  const more = { id: pointless, requestKey: `${requestKey}:2`, lastError: 'outdated' };
  await db().refund.create({ data: { ...row, ...more } });
  const sent = sendByHand(pointless);
  expect(await refusalOf(sent)).toBe('refund_resolved');
  await writeOffLeft(refundId);
  expect(await refusalOf(sendByHand(pointless))).toBe('refund_resolved');
  expect(await findFailedRefund(newId('account'), pointless)).toMatchObject({ sendable: null });
  const { id } = await sendByHand(refundId);
  await returnTransfer(id);
  expect(await isQueued(paymentId)).toBe(true);
  await settled();
});

test('a refund at the gateway that was asked for before does not stand in for what came back', async () => {
  const { intent, paymentId, refundId } = await bounced();
  const { id } = await sendByHand(refundId, { amountMinor: 2000n });
  const pending = await refundAtGateway(paymentId, 3000n, 2000n);
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 0n, refundsPendingMinor: 3000n });
  await settled();
  await performRefund(pending, new Date());
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 3000n, sentByHandMinor: 0n });
  // The 20 dollars that came back are still in the queue.
  expect(await refundOf(refundId)).toMatchObject(OPEN);
  await settled();
  // One that is asked for afterwards does.
  await performRefund(await refundAtGateway(paymentId, 2000n, 3000n), new Date());
  expect((await refundOf(refundId)).resolvedAt).not.toBeNull();
  expect(await isQueued(paymentId)).toBe(false);
  await settled();
});

test('what somebody refunded at the gateway meanwhile is no loss any more', async () => {
  const { intent, paymentId, causeKey, refundId } = await refused();
  const { id } = await sendByHand(refundId);
  await service.stripe().refunds.create({ payment_intent: intent });
  await deliverEvent(service, 'charge.refunded', intent);
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(5000n);
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({
    state: 'refunded',
    refundedMinor: 5000n,
    sentByHandMinor: 0n,
    refundedAt: expect.any(Date),
  });
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(0n);
  expect(await postedIn(paymentId, 'to_give_back')).toBe(0n);
  // They have their money: nobody asks them where to send it, and staff close what is left.
  expect(await mailsTo(address())).not.toContain('transfer_returned');
  await transaction((tx) => closeFailedRefund(tx, refundId, newId('account'), new Date()));
  expect(await isQueued(paymentId)).toBe(false);
  expect((await service.call(`/v1/causes/${causeKey}`, { key: partner.key })).body.totals.collected).toBe(0);
  await settled();
});

test('what a bank has taken or holds is not owed twice', async () => {
  const { intent, paymentId, refundId } = await bounced();
  const { id } = await sendByHand(refundId);
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({ refundedMinor: 0n, disputedMinor: 5000n });
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(0n);
  expect(await mailsTo(address())).not.toContain('transfer_returned');
  await settled();
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ chargedBackMinor: 5000n, refundedMinor: 0n });
  await settled();
});

test('unmatched funds that a bank took meanwhile are charged back', async () => {
  const { intent, paymentId, refundId } = await refused();
  const { id } = await sendByHand(refundId);
  const dispute = await service.control('stripe/dispute', { payment_intent: intent, kind: 'fraudulent' });
  await deliverEvent(service, 'charge.dispute.created', intent);
  await service.control('stripe/close_dispute', { dispute: dispute.id, outcome: 'lost' });
  await deliverEvent(service, 'charge.dispute.closed', intent);
  await returnTransfer(id);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'charged_back', refundedAt: null });
  expect(await postedIn(paymentId, 'dispute_losses')).toBe(0n);
  await deliverEvent(service, 'charge.dispute.closed', intent);
  expect(await paymentOf(paymentId)).toMatchObject({ state: 'charged_back' });
  await settled();
});

test('our bank account, staff and the database have what left it and came back', async () => {
  const { linkId, paymentId, refundId } = await bounced();
  const differencesOfBank = async () => (await reconcile('stripe')).filter(({ about }) => about === 'bank');
  expect(await differencesOfBank()).toEqual([]);
  const { id } = await sendByHand(refundId);
  expect(await differencesOfBank()).toEqual([]);
  // The database keeps a transfer, and that it was returned.
  const change = (columns: string) => db().$executeRawUnsafe(`UPDATE manual_refunds SET ${columns} WHERE id = $1`, id);
  const isReturned = "returned_by = 'acc_1', returned_at = now()";
  for (const [columns, why] of [
    ["reference = 'Another'", 'what was sent by hand'],
    [`amount_minor = 1, returned_on = sent_on, ${isReturned}`, 'what was sent by hand'],
    ['returned_on = sent_on', 'manual_refunds_returned'],
    [`returned_on = sent_on, returned_at = now()`, 'manual_refunds_returned'],
    [`returned_on = sent_on - 1, ${isReturned}`, 'manual_refunds_returned_on'],
  ] as const)
    await expect(change(columns), columns).rejects.toThrow(why);
  await expect(db().manualRefund.delete({ where: { id } })).rejects.toThrow();
  await returnTransfer(id);
  for (const columns of [
    'returned_on = NULL, returned_by = NULL, returned_at = NULL',
    "returned_by = 'acc_2'",
    'returned_on = returned_on + 1',
  ])
    await expect(change(columns), columns).rejects.toThrow('what was returned');
  expect(await differencesOfBank()).toEqual([]);
  // Staff see both events with their days, in the order in which they were recorded.
  const detail = await findPaymentDetail(newId('account'), paymentId, new Date());
  expect(detail?.transfers).toMatchObject([{ sentOn: dayFromNow(0), returnedOn: dayFromNow(0) }]);
  const actions = detail?.history.rows.map(({ action }) => action) ?? [];
  expect(actions.filter((name) => name.startsWith('refund.record'))).toEqual([
    'refund.record_return',
    'refund.record_transfer',
  ]);
  const acts = (await linkTrail(linkId)).filter(({ kind }) => kind === 'operator_acted');
  expect(acts.map(({ facts }) => facts.action).slice(-2)).toEqual(['refund.record_transfer', 'refund.record_return']);
});
