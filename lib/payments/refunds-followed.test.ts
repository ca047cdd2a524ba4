import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { differences } from '#scripts/testing/ledger.ts';
import {
  accountIn,
  localCalls,
  localLinks,
  paymentsAt,
  resetAccounts,
  startPse,
} from '#scripts/testing/local-rails.ts';
import {
  attemptsOf,
  donorReturns,
  eventOf,
  gatewayCalls,
  mailsTo,
  poll,
  resetProcessor,
  runEveryJob,
  secondsAgo,
  setExpiry,
} from '#scripts/testing/money.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { performRefund } from './perform-refund.ts';
import { requestRefund } from './request-refund.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
let donor = 0;
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  donor += 1;
});

const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);
const co = accountIn(service, 'co');
const address = () => `followed-${donor}@example.org`;
const refundRow = (id: string) => db().refund.findUniqueOrThrow({ where: { id } });
const hear = async (type: string, intent: string) =>
  stripe('resend', { event: await eventOf(service, type, intent) });

/** Asks for so much of a payment to be given back, as staff do; returns the refund's id. */
async function ask(paymentId: string, amountMinor: bigint): Promise<string> {
  const { refundedMinor: seenMinor } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const asked = await requestRefund(
    {
      ...{ paymentId, amountMinor, seenMinor, reason: 'Asked for by the donor' },
      ...{ key: randomUUID(), requestedBy: 'acc_staff' },
    },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(JSON.stringify(asked, (_key, value) => String(value)));
  return asked.refund.id;
}

async function paidByCard() {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await donorReturns(service, linkId);
  const [payment] = await attemptsOf(linkId);
  const paymentId = payment?.id ?? '';
  const give = async (dollars: number) => {
    const id = await ask(paymentId, BigInt(dollars * 100));
    await performRefund(id, new Date());
    return id;
  };
  return { linkId, intent, paymentId, give };
}

async function paidByTransfer() {
  const { id: linkId } = await colombian({ email: address() });
  await startPse(service, linkId);
  const [{ id: payment_id }] = await paymentsAt(service, linkId);
  await co('approve', { payment_id });
  await donorReturns(service, linkId);
  const [payment] = await attemptsOf(linkId);
  const posts = () => localCalls(service, `/v1/payments/${payment_id}/refunds`, 'POST');
  return { linkId, payment_id, paymentId: payment?.id ?? '', posts };
}

const keysOf = async (path: string, text: string) => {
  const calls = (await gatewayCalls(service, path, 'POST')).filter(({ body }) => body.includes(text));
  return calls.map(({ headers }) => headers['idempotency-key']);
};

test('of two refunds the one that came back is the one that failed, whichever was later', async () => {
  const { intent, paymentId, give } = await paidByCard();
  const [first, second] = [await give(10), await give(15)];
  const { gatewayRefundId } = await refundRow(first);
  await stripe('settle_refund', { refund: gatewayRefundId, outcome: 'failed' });
  await hear('refund.failed', intent);
  expect(await refundRow(first)).toMatchObject({ state: 'failed', returnedAt: expect.any(Date) });
  expect(await refundRow(second)).toMatchObject({ state: 'succeeded', returnedAt: null });
  expect((await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).refundedMinor).toBe(1500n);
  expect(await differences()).toEqual([]);
});

test('a donor who was told that money was given back is told when it was not, and staff have it to see to', async () => {
  const { intent, give } = await paidByCard();
  const refund = await give(10);
  await stripe('settle_refund', { refund: (await refundRow(refund)).gatewayRefundId, outcome: 'failed' });
  await hear('refund.failed', intent);
  await hear('refund.failed', intent);
  expect(await mailsTo(address())).toEqual(['donation_completed', 'donation_given_back', 'refund_returned']);
  expect((await refundRow(refund)).resolvedAt).toBeNull();
  // What arrives in its place settles it.
  await give(10);
  expect((await refundRow(refund)).resolvedAt).not.toBeNull();
});

test('each of more than ten refunds is followed', async () => {
  const { intent, give } = await paidByCard();
  const refunds: string[] = [];
  for (let one = 0; one < 12; one += 1) refunds.push(await give(1));
  const [oldest] = refunds;
  await stripe('settle_refund', {
    refund: (await refundRow(oldest ?? '')).gatewayRefundId,
    outcome: 'failed',
  });
  await hear('refund.failed', intent);
  const states = await Promise.all(refunds.map(async (id) => (await refundRow(id)).state));
  expect(states).toEqual(['failed', ...Array(11).fill('succeeded')]);
  expect(await differences()).toEqual([]);
});

describe('a fault that the processor keeps under its key', () => {
  const fault = (executed: boolean) =>
    stripe('fail', { kind: 'status', status: 500, executed, method: 'POST', path: '^/v1/refunds$' });

  test('and that gave nothing back, is got over with the next key', async () => {
    const { intent, paymentId } = await paidByCard();
    const refund = await ask(paymentId, 1000n);
    await fault(false);
    await expect(performRefund(refund, new Date())).rejects.toThrow(/gateway/);
    await stripe('gateway_up', {});
    await performRefund(refund, new Date());
    expect((await refundRow(refund)).state).toBe('succeeded');
    const keys = await keysOf('/v1/refunds', intent);
    expect(keys.at(-1)).toBe(`refund:${refund}:2`);
    expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test('and that gave it back all the same, is found in the list: once is once', async () => {
    const { intent, paymentId } = await paidByCard();
    const refund = await ask(paymentId, 1000n);
    await fault(true);
    await performRefund(refund, new Date()).catch(() => undefined);
    await stripe('gateway_up', {});
    await performRefund(refund, new Date());
    expect((await refundRow(refund)).state).toBe('succeeded');
    expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test('such as too little money, is no refusal: it is tried again until there is enough', async () => {
    const { paymentId } = await paidByCard();
    const refund = await ask(paymentId, 1000n);
    await stripe('refunds', { mode: 'insufficient_balance' });
    await expect(performRefund(refund, new Date())).rejects.toThrow('balance_insufficient');
    expect((await refundRow(refund)).state).toBe('pending');
    await stripe('refunds', { mode: 'succeeded' });
    await runEveryJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
  });
});

describe('a key that is being changed', () => {
  test.each([401, 403])('(%i) at the card processor is waited for', async (status) => {
    const { paymentId } = await paidByCard();
    const refund = await ask(paymentId, 1000n);
    await stripe('fail', { kind: 'status', status, method: 'POST', path: '^/v1/refunds$' });
    await performRefund(refund, new Date()).catch(() => undefined);
    expect((await refundRow(refund)).state).toBe('pending');
    await stripe('gateway_up', {});
    await runEveryJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
  });

  test.each([401, 403])('(%i) at the bank’s gateway is waited for', async (status) => {
    const { paymentId } = await paidByTransfer();
    const refund = await ask(paymentId, 100_000n);
    await co('fail', { kind: 'status', status, method: 'POST', path: '/refunds$' });
    await performRefund(refund, new Date()).catch(() => undefined);
    expect((await refundRow(refund)).state).toBe('pending');
    await co('gateway_up', {});
    await runEveryJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
  });
});

describe('a refund that the bank’s gateway makes later', () => {
  test('is asked for once, and done when it says so', async () => {
    const { paymentId, payment_id, posts } = await paidByTransfer();
    await co('switches', { refunds: 'in_process' });
    const refund = await ask(paymentId, 2_000_000n);
    for (let turn = 0; turn < 3; turn += 1) await performRefund(refund, new Date()).catch(() => undefined);
    expect(await refundRow(refund)).toMatchObject({ state: 'pending', gatewayRefundId: expect.any(String) });
    expect(await posts()).toHaveLength(1);
    expect(await mailsTo(address())).toEqual(['donation_completed']);
    const [{ refunds }] = await paymentsAt(service, (await linkOf(paymentId)) ?? '');
    await co('settle_refund', { refund_id: refunds[0].id, outcome: 'approved' });
    await runEveryJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
    expect(await posts()).toHaveLength(1);
    expect(payment_id).toBeDefined();
    expect(await differences()).toEqual([]);
  });

  test('and then refuses has failed, and moved nothing', async () => {
    const { paymentId } = await paidByTransfer();
    await co('switches', { refunds: 'in_process' });
    const refund = await ask(paymentId, 2_000_000n);
    await performRefund(refund, new Date()).catch(() => undefined);
    const [{ refunds }] = await paymentsAt(service, (await linkOf(paymentId)) ?? '');
    await co('settle_refund', { refund_id: refunds[0].id, outcome: 'rejected' });
    await runEveryJob(service);
    expect((await refundRow(refund)).state).toBe('failed');
    expect((await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).refundedMinor).toBe(0n);
    expect(await mailsTo(address())).toEqual(['donation_completed']);
  });

  const linkOf = async (id: string) => (await db().payment.findUnique({ where: { id } }))?.linkId;
});

test('money that does not count, whose refund keeps failing, is left to staff after the third time', async () => {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await db().checkoutLink.update({ where: { id: linkId }, data: { cancelledAt: new Date() } });
  await hear('payment_intent.succeeded', intent);
  await stripe('refunds', { mode: 'failed' });
  for (let turn = 0; turn < 5; turn += 1) await runEveryJob(service);
  const [payment] = await attemptsOf(linkId);
  const refunds = await db().refund.findMany({ where: { paymentId: payment?.id ?? '' } });
  expect(refunds.map(({ state, requestedBy }) => [state, requestedBy])).toEqual(
    Array(3).fill(['failed', null]),
  );
  expect([payment?.state, await mailsTo(address())]).toEqual(['refund_due', []]);
});

test('the donor of money that does not count is told when its refund came back, and when it went again', async () => {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await db().checkoutLink.update({ where: { id: linkId }, data: { cancelledAt: new Date() } });
  await hear('payment_intent.succeeded', intent);
  await runEveryJob(service);
  const [refund] = (await service.stripe().refunds.list({ payment_intent: intent })).data;
  await stripe('settle_refund', { refund: refund?.id, outcome: 'failed' });
  await hear('refund.failed', intent);
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
  await runEveryJob(service);
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned', 'donation_refunded']);
});

test('a link whose attempt was made at an account that was removed is told, and ends at its time', async () => {
  const { id } = await newLink();
  await service.call(`/v1/checkout_links/${id}/payment_intent`, { body: {} });
  await db().payment.updateMany({ where: { linkId: id }, data: { gateway: 'stripe-zz' } });
  expect((await poll(service, partner.key, id)).body.status).toBe('open');
  await setExpiry(id, secondsAgo(1));
  const ended = await poll(service, partner.key, id);
  expect([ended.status, ended.body.status]).toEqual([200, 'expired']);
});
