import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { asOwner } from '#testing/as-owner.ts';
import { donorReturns, forgetJobs, resetProcessor, runEveryMoneyJob } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { approveRefund, rejectRefund } from './approve-refund.ts';
import { performRefund } from './perform-refund.ts';
import { type RefundRequest, requestRefund } from './request-refund.ts';

const { service, partner } = runningService({ REFUND_APPROVAL_THRESHOLD: 'USD=20' });
const { paidLink } = linksOnOneCause(service, partner);
let asker: string;
let other: string;
beforeAll(async () => {
  [asker, other] = [(await staffMember()).id, (await staffMember()).id];
});
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
});

/** A payment of 50 dollars; refunds above 20 need approval. */
async function approved() {
  const { id: linkId, intent } = await paidLink();
  await donorReturns(service, linkId);
  const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const ask = (dollars: number, more: Partial<RefundRequest> = {}) =>
    requestRefund(
      {
        paymentId,
        amountMinor: BigInt(dollars * 100),
        reason: 'Asked for by the donor',
        key: randomUUID(),
        seenMinor: 0n,
        requestedBy: asker,
        ...more,
      },
      new Date(),
    );
  return { intent, paymentId, ask };
}

async function waiting(dollars = 30) {
  const payment = await approved();
  const asked = await payment.ask(dollars);
  if (asked.kind !== 'waits') throw new Error('does not wait');
  const { approval } = asked;
  const approve = (by = other) => approveRefund(approval, by, new Date());
  return {
    ...payment,
    approval,
    approve,
    refuse: (by = other) => rejectRefund(approval, by, 'Not needed', new Date()),
  };
}
/** Inserts another refund of a payment that has not ended. */
const pendingRefund = (paymentId: string) =>
  db().refund.create({
    data: {
      id: newId('refund'),
      paymentId,
      requestKey: 'other',
      amountMinor: 100n,
      reason: 'Another',
      createdAt: new Date(),
    },
  });
const backAt = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const givenBack = async (id: string) => (await db().payment.findUniqueOrThrow({ where: { id } })).refundedMinor;

test('a refund above the threshold moves nothing until another staff member approves it', async () => {
  const { intent, paymentId, approval, approve } = await waiting();
  await runEveryMoneyJob(service);
  expect(await backAt(intent)).toEqual([]);
  expect(await refusalOf(approve(asker))).toBe('own_request');
  const refund = await approve();
  await performRefund(refund.id, new Date());
  expect([await backAt(intent), await givenBack(paymentId)]).toEqual([[3000], 3000n]);
  expect(refund).toMatchObject({ requestedBy: asker, reason: 'Asked for by the donor' });
  expect(await db().auditEntry.findMany({ where: { subject: paymentId } })).toMatchObject([
    { actor: other, action: 'refund.approve', data: { approval: approval.id, requestedBy: asker } },
  ]);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('at the threshold no approval is needed, and several small refunds count as one', async () => {
  const { paymentId, ask } = await approved();
  const first = await ask(20);
  if (first.kind !== 'requested') throw new Error('not requested');
  await performRefund(first.refund.id, new Date());
  expect(await givenBack(paymentId)).toBe(2000n);
  expect((await ask(1, { seenMinor: 2000n })).kind).toBe('waits');
});

test('refunds made at the gateway count as well', async () => {
  const { intent, paymentId, ask } = await approved();
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1500 });
  await service.control('stripe/idle');
  await syncPayment(paymentId, new Date());
  expect((await ask(6, { seenMinor: 1500n })).kind).toBe('waits');
});

test('and so do those that are pending there, beside which nobody refunds what is not left', async () => {
  const { intent, paymentId, ask } = await approved();
  await service.control('stripe/refunds', { mode: 'pending' });
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1500 });
  await service.control('stripe/idle');
  await syncPayment(paymentId, new Date());
  expect(await refusalOf(ask(6))).toBe('refund_stale');
  expect((await ask(6, { seenMinor: 1500n })).kind).toBe('waits');
  const other = await approved();
  await service.stripe().refunds.create({ payment_intent: other.intent, amount: 4000 });
  await service.control('stripe/idle');
  await syncPayment(other.paymentId, new Date());
  expect(await refusalOf(other.ask(10.01, { seenMinor: 4000n }))).toBe('over_refundable');
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('a form sent twice is one request, and while it waits no other refund is accepted, however small', async () => {
  const { paymentId, ask } = await approved();
  const key = randomUUID();
  const asked = await Promise.all([ask(30, { key }), ask(30, { key })]);
  expect(asked.map(({ kind }) => kind)).toEqual(['waits', 'waits']);
  expect(await db().refundApproval.count({ where: { paymentId } })).toBe(1);
  expect(await Promise.all([ask(30), ask(1)].map(refusalOf))).toEqual([
    'refund_awaits_approval',
    'refund_awaits_approval',
  ]);
});

test('of two concurrent decisions one is made, and the money is refunded once', async () => {
  const { intent, approve, refuse } = await waiting();
  const third = (await staffMember()).id;
  const decided = await Promise.all([approve(), approve(third)].map(refusalOf));
  expect(decided.toSorted()).toEqual(['already_decided', 'nothing was refused']);
  expect(await refusalOf(refuse())).toBe('already_decided');
  await runEveryMoneyJob(service);
  expect(await backAt(intent)).toEqual([3000]);
});

test('a rejected refund is never made, even if approved later; the audit log names both people, and another can be requested', async () => {
  const { intent, paymentId, ask, approve, refuse, approval } = await waiting();
  await refuse();
  expect(await refusalOf(approve())).toBe('already_decided');
  await runEveryMoneyJob(service);
  expect(await backAt(intent)).toEqual([]);
  expect(await db().auditEntry.findMany({ where: { subject: paymentId } })).toMatchObject([
    { actor: other, action: 'refund.reject', data: { approval: approval.id, requestedBy: asker } },
  ]);
  expect((await ask(30)).kind).toBe('waits');
  expect(await db().refundApproval.count({ where: { paymentId, decidedAt: null } })).toBe(1);
});

test('the requester can withdraw it', async () => {
  const { refuse } = await waiting();
  expect(await refusalOf(refuse(asker))).toBe('nothing was refused');
});

test('approval repeats every check: refunds meanwhile are retrieved from the gateway, and a pending refund prevents it', async () => {
  const stale = await waiting();
  await service.stripe().refunds.create({ payment_intent: stale.intent, amount: 1000 });
  expect(await refusalOf(stale.approve())).toBe('refund_stale');
  expect(await backAt(stale.intent)).toEqual([1000]);

  const { paymentId, approve } = await waiting();
  await pendingRefund(paymentId);
  expect(await refusalOf(approve())).toBe('refund_pending');
});

test('while the gateway is unreachable nothing is decided, and it still waits', async () => {
  const { approval, approve } = await waiting();
  await service.control('stripe/gateway_down');
  await expect(approve()).rejects.toThrow(/gateway/);
  await service.control('stripe/gateway_up');
  expect((await db().refundApproval.findUniqueOrThrow({ where: { id: approval.id } })).decidedAt).toBeNull();
  expect(await refusalOf(approve())).toBe('nothing was refused');
});

test('the database refuses self-approval, and changes of a request or decision', async () => {
  const { approval, paymentId, approve } = await waiting();
  const change = (data: object) => db().refundApproval.update({ where: { id: approval.id }, data });
  const { id: refundId } = await pendingRefund(paymentId);
  const own = { decidedBy: asker, decidedAt: new Date(), refundId };
  await expect(change(own)).rejects.toThrow('refund_approvals_approved_by_another');
  await expect(change({ amountMinor: 1n })).rejects.toThrow('written once');
  await asOwner(`DELETE FROM refunds WHERE id = '${refundId}'`);
  expect(await refusalOf(approve())).toBe('nothing was refused');
  await expect(change({ decidedBy: asker })).rejects.toThrow('written once');
});
