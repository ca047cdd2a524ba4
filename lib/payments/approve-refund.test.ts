import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db, snapshot } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import { asOwner } from '#scripts/testing/as-owner.ts';
import { donorReturns, resetProcessor, runEveryJob } from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { staffMember } from '#scripts/testing/withdrawals.ts';
import { approveRefund, type RefundDecided, refuseRefund } from './approve-refund.ts';
import { performRefund } from './perform-refund.ts';
import { type RefundRequest, type RefundRequested, requestRefund } from './request-refund.ts';
import { reviewPayment } from './review.ts';

const { service, partner } = runningService({ REFUND_APPROVAL_THRESHOLD: 'USD=20' });
const { paidLink } = linksOnOneCause(service, partner);
let asker: string;
let other: string;
beforeAll(async () => {
  [asker, other] = [(await staffMember()).accountId, (await staffMember()).accountId];
});
beforeEach(() => resetProcessor(service));

/** A payment of 50 dollars; above 20 of it given back, a second person is asked for. */
async function approved() {
  const { id: linkId, intent } = await paidLink();
  await donorReturns(service, linkId);
  const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const ask = (dollars: number, more: Partial<RefundRequest> = {}) =>
    requestRefund(
      {
        ...{ paymentId, amountMinor: BigInt(dollars * 100), reason: 'Asked for by the donor' },
        ...{ key: randomUUID(), seenMinor: 0n, requestedBy: asker, ...more },
      },
      new Date(),
    );
  return { intent, paymentId, ask };
}

const kindOf = (asked: RefundRequested | RefundDecided) =>
  asked.kind === 'refused' ? asked.why : asked.kind;
async function waiting(dollars = 30) {
  const payment = await approved();
  const asked = await payment.ask(dollars);
  if (asked.kind !== 'waits') throw new Error(`does not wait: ${kindOf(asked)}`);
  const { approval } = asked;
  const approve = (by = other) => approveRefund(approval, by, new Date());
  return { ...payment, approval, approve, refuse: (by = other) => refuseRefund(approval, by, new Date()) };
}
/** Another refund of a payment that has not ended. */
const pendingRefund = (paymentId: string) =>
  db().refund.create({
    data: {
      ...{ id: newId('refund'), paymentId, requestKey: 'other', amountMinor: 100n, reason: 'Another' },
      createdAt: new Date(),
    },
  });
const backAt = async (intent: string) =>
  (await service.stripe().refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const givenBack = async (id: string) =>
  (await db().payment.findUniqueOrThrow({ where: { id } })).refundedMinor;

test('a refund above the bound gives nothing back until another member of staff approves it', async () => {
  const { intent, paymentId, approval, approve } = await waiting();
  await runEveryJob(service);
  expect(await backAt(intent)).toEqual([]);
  expect(kindOf(await approve(asker))).toBe('own_request');
  const decided = await approve();
  if (decided.kind !== 'approved') throw new Error(kindOf(decided));
  await performRefund(decided.refund.id, new Date());
  expect([await backAt(intent), await givenBack(paymentId)]).toEqual([[3000], 3000n]);
  expect(decided.refund).toMatchObject({ requestedBy: asker, reason: 'Asked for by the donor' });
  expect(await db().auditEntry.findMany({ where: { subject: paymentId } })).toMatchObject([
    { actor: other, action: 'refund.approve', data: { approval: approval.id, requestedBy: asker } },
  ]);
  expect(await snapshot(checkLedger)).toEqual([]);
});

test('at the bound one is enough, and a large refund is not made of small ones', async () => {
  const { paymentId, ask } = await approved();
  const first = await ask(20);
  if (first.kind !== 'requested') throw new Error(kindOf(first));
  await performRefund(first.refund.id, new Date());
  expect(await givenBack(paymentId)).toBe(2000n);
  expect(kindOf(await ask(1, { seenMinor: 2000n }))).toBe('waits');
});

test('what the gateway gave back by other ways counts as well', async () => {
  const { intent, paymentId, ask } = await approved();
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1500 });
  await service.control('stripe/idle');
  await reviewPayment(paymentId, new Date());
  expect(kindOf(await ask(6, { seenMinor: 1500n }))).toBe('waits');
});

test('a form sent twice is one request, and while it waits no other is taken, small as it may be', async () => {
  const { paymentId, ask } = await approved();
  const key = randomUUID();
  const asked = await Promise.all([ask(30, { key }), ask(30, { key })]);
  expect(asked.map(({ kind }) => kind)).toEqual(['waits', 'waits']);
  expect(await db().refundApproval.count({ where: { paymentId } })).toBe(1);
  expect(await Promise.all([ask(30), ask(1)])).toEqual([
    { kind: 'refused', why: 'waits' },
    { kind: 'refused', why: 'waits' },
  ]);
});

test('of two who decide at once one does, and the money goes back once', async () => {
  const { intent, approve, refuse } = await waiting();
  const third = (await staffMember()).accountId;
  const [first, second] = await Promise.all([approve(), approve(third)]);
  expect([kindOf(first), kindOf(second)].toSorted()).toEqual(['approved', 'decided']);
  expect(await refuse()).toBe('decided');
  await runEveryJob(service);
  expect(await backAt(intent)).toEqual([3000]);
});

test('refused, it is never made, whoever approves it then; the audit log names both, and another can be asked for', async () => {
  const { intent, paymentId, ask, approve, refuse, approval } = await waiting();
  expect(await refuse()).toBeUndefined();
  expect(kindOf(await approve())).toBe('decided');
  await runEveryJob(service);
  expect(await backAt(intent)).toEqual([]);
  expect(await db().auditEntry.findMany({ where: { subject: paymentId } })).toMatchObject([
    { actor: other, action: 'refund.refuse', data: { approval: approval.id, requestedBy: asker } },
  ]);
  expect(kindOf(await ask(30))).toBe('waits');
  expect(await db().refundApproval.count({ where: { paymentId, decidedAt: null } })).toBe(1);
});

test('whoever asked may take it back', async () => {
  const { refuse } = await waiting();
  expect(await refuse(asker)).toBeUndefined();
});

test('every check is made again: what went back meanwhile is read from the gateway, and another refund is in the way', async () => {
  const stale = await waiting();
  await service.stripe().refunds.create({ payment_intent: stale.intent, amount: 1000 });
  expect(kindOf(await stale.approve())).toBe('stale');
  expect(await backAt(stale.intent)).toEqual([1000]);

  const { paymentId, approve } = await waiting();
  await pendingRefund(paymentId);
  expect(kindOf(await approve())).toBe('under_way');
});

test('a gateway that cannot be reached decides nothing: it still waits', async () => {
  const { approval, approve } = await waiting();
  await service.control('stripe/gateway_down');
  await expect(approve()).rejects.toThrow(/gateway/);
  await service.control('stripe/gateway_up');
  expect((await db().refundApproval.findUniqueOrThrow({ where: { id: approval.id } })).decidedAt).toBeNull();
  expect(kindOf(await approve())).toBe('approved');
});

test('the database lets nobody approve their own, nor change what was asked for or decided', async () => {
  const { approval, paymentId, approve } = await waiting();
  const change = (data: object) => db().refundApproval.update({ where: { id: approval.id }, data });
  const { id: refundId } = await pendingRefund(paymentId);
  const own = { decidedBy: asker, decidedAt: new Date(), refundId };
  await expect(change(own)).rejects.toThrow('refund_approvals_approved_by_another');
  await expect(change({ amountMinor: 1n })).rejects.toThrow('written once');
  await asOwner(`DELETE FROM refunds WHERE id = '${refundId}'`);
  expect(kindOf(await approve())).toBe('approved');
  await expect(change({ decidedBy: asker })).rejects.toThrow('written once');
});
