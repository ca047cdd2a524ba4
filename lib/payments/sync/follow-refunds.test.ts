import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { differences } from '#testing/ledger.ts';
import {
  accountStateIn,
  approvedTransfer,
  localCalls,
  localLinks,
  paymentsAt,
  resetAccounts,
} from '#testing/local-rails.ts';
import {
  deliverEvent,
  donorReturns,
  forgetJobs,
  gatewayCalls,
  mailsTo,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  secondsAgo,
  setExpiry,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
let donor = 0;
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  // What earlier tests left to do, such as their mails, is not done here.
  await forgetJobs();
  donor += 1;
});

const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);
const co = accountStateIn(service, 'co');
const address = () => `followed-${donor}@example.org`;
const refundRow = (id: string) => db().refund.findUniqueOrThrow({ where: { id } });

/** Requests a refund of this amount, as staff do; returns the refund's id. */
async function requestPart(paymentId: string, amountMinor: bigint): Promise<string> {
  const { refundedMinor: seenMinor } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const asked = await requestRefund(
    {
      paymentId,
      amountMinor,
      seenMinor,
      reason: 'Requested by the donor',
      key: randomUUID(),
      requestedBy: 'acc_staff',
    },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(JSON.stringify(asked, (_key, value) => String(value)));
  return asked.refund.id;
}

async function paidByCard() {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await donorReturns(service, linkId);
  const payment = await onlyAttemptOf(linkId);
  const paymentId = payment.id;
  const give = async (dollars: number) => {
    const id = await requestPart(paymentId, BigInt(dollars * 100));
    await performRefund(id, new Date());
    return id;
  };
  return { linkId, intent, paymentId, give };
}

async function paidByTransfer() {
  const { id: linkId } = await colombian({ email: address() });
  const payment_id = await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const payment = await onlyAttemptOf(linkId);
  const posts = () => localCalls(service, `/v1/payments/${payment_id}/refunds`, 'POST');
  return { linkId, payment_id, paymentId: payment.id, posts };
}

const keysOf = async (path: string, text: string) => {
  const calls = (await gatewayCalls(service, path, 'POST')).filter(({ body }) => body.includes(text));
  return calls.map(({ headers }) => headers['idempotency-key']);
};

test('of two refunds the returned one is marked as failed, whichever was later', async () => {
  const { intent, paymentId, give } = await paidByCard();
  const [first, second] = [await give(10), await give(15)];
  const { gatewayRefundId } = await refundRow(first);
  await stripe('settle_refund', { refund: gatewayRefundId, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  expect(await refundRow(first)).toMatchObject({ state: 'failed', returnedAt: expect.any(Date) });
  expect(await refundRow(second)).toMatchObject({ state: 'succeeded', returnedAt: null });
  expect((await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).refundedMinor).toBe(1500n);
  expect(await differences()).toEqual([]);
});

test('a donor who was notified of a refund is notified of its return, and staff have it to resolve', async () => {
  const { intent, give } = await paidByCard();
  const refund = await give(10);
  await stripe('settle_refund', { refund: (await refundRow(refund)).gatewayRefundId, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  await deliverEvent(service, 'refund.failed', intent);
  expect(await mailsTo(address())).toEqual(['donation_completed', 'donation_given_back', 'refund_returned']);
  expect((await refundRow(refund)).resolvedAt).toBeNull();
  // A later refund of the same money resolves it.
  await give(10);
  expect((await refundRow(refund)).resolvedAt).not.toBeNull();
});

test('a later refund resolves as much of what failed as its amount covers, the oldest first', async () => {
  const { intent, give } = await paidByCard();
  const failed = [await give(12), await give(7), await give(5)];
  for (const id of failed) {
    await stripe('settle_refund', { refund: (await refundRow(id)).gatewayRefundId, outcome: 'failed' });
    await deliverEvent(service, 'refund.failed', intent);
  }
  const left = async () => {
    const rows = await Promise.all(failed.map(refundRow));
    return rows.filter(({ resolvedAt }) => resolvedAt === null).map(({ amountMinor }) => amountMinor);
  };
  await give(4);
  expect(await left()).toEqual([1200n, 700n, 500n]);
  await give(8);
  expect(await left()).toEqual([1200n, 500n]);
  await give(17);
  expect(await left()).toEqual([]);
});

test('each of more than ten refunds is followed', async () => {
  const { intent, give } = await paidByCard();
  const refunds: string[] = [];
  for (let one = 0; one < 11; one += 1) refunds.push(await give(1));
  const [oldest] = refunds;
  await stripe('settle_refund', {
    refund: (await refundRow(oldest ?? '')).gatewayRefundId,
    outcome: 'failed',
  });
  await deliverEvent(service, 'refund.failed', intent);
  const states = await Promise.all(refunds.map(async (id) => (await refundRow(id)).state));
  expect(states).toEqual(['failed', ...Array(10).fill('succeeded')]);
  expect(await differences()).toEqual([]);
});

describe('an error that the processor stores under its key', () => {
  const storedError = (executed: boolean) =>
    stripe('fail', { kind: 'status', status: 500, executed, method: 'POST', path: '^/v1/refunds$' });

  test('without a refund is overcome with the next key', async () => {
    const { intent, paymentId } = await paidByCard();
    const refund = await requestPart(paymentId, 1000n);
    await storedError(false);
    await expect(performRefund(refund, new Date())).rejects.toThrow(/gateway/);
    await stripe('gateway_up', {});
    await performRefund(refund, new Date());
    expect((await refundRow(refund)).state).toBe('succeeded');
    const keys = await keysOf('/v1/refunds', intent);
    expect(keys.at(-1)).toBe(`refund:${refund}:2`);
    expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test('with a refund all the same is detected in the list: there is one refund', async () => {
    const { intent, paymentId } = await paidByCard();
    const refund = await requestPart(paymentId, 1000n);
    await storedError(true);
    await performRefund(refund, new Date()).catch(() => undefined);
    await stripe('gateway_up', {});
    await performRefund(refund, new Date());
    expect((await refundRow(refund)).state).toBe('succeeded');
    expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  });

  test('such as an insufficient balance, is no refusal: it is retried until there is enough', async () => {
    const { paymentId } = await paidByCard();
    const refund = await requestPart(paymentId, 1000n);
    await stripe('refunds', { mode: 'insufficient_balance' });
    await expect(performRefund(refund, new Date())).rejects.toThrow('balance_insufficient');
    expect((await refundRow(refund)).state).toBe('pending');
    await stripe('refunds', { mode: 'succeeded' });
    await runEveryMoneyJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
  });
});

describe('a key that is being rotated', () => {
  test.each([401, ...runs<number[]>([], [403])])(
    '(%i) at the card processor leaves the refund pending',
    async (status) => {
      const { paymentId } = await paidByCard();
      const refund = await requestPart(paymentId, 1000n);
      await stripe('fail', { kind: 'status', status, method: 'POST', path: '^/v1/refunds$' });
      await performRefund(refund, new Date()).catch(() => undefined);
      expect((await refundRow(refund)).state).toBe('pending');
      await stripe('gateway_up', {});
      await runEveryMoneyJob(service);
      expect((await refundRow(refund)).state).toBe('succeeded');
    },
  );

  test.each([403, ...runs<number[]>([], [401])])(
    '(%i) at the bank’s gateway leaves the refund pending',
    async (status) => {
      const { paymentId } = await paidByTransfer();
      const refund = await requestPart(paymentId, 100_000n);
      await co('fail', { kind: 'status', status, method: 'POST', path: '/refunds$' });
      await performRefund(refund, new Date()).catch(() => undefined);
      expect((await refundRow(refund)).state).toBe('pending');
      await co('gateway_up', {});
      await runEveryMoneyJob(service);
      expect((await refundRow(refund)).state).toBe('succeeded');
    },
  );
});

describe('a refund that the bank’s gateway makes later', () => {
  test('is requested once, and done when the gateway reports it', async () => {
    const { paymentId, payment_id, posts } = await paidByTransfer();
    await co('switches', { refunds: 'in_process' });
    const refund = await requestPart(paymentId, 2_000_000n);
    for (let round = 0; round < 3; round += 1) await performRefund(refund, new Date()).catch(() => undefined);
    expect(await refundRow(refund)).toMatchObject({ state: 'pending', gatewayRefundId: expect.any(String) });
    expect(await posts()).toHaveLength(1);
    expect(await mailsTo(address())).toEqual(['donation_completed']);
    const [{ refunds }] = await paymentsAt(service, (await linkOf(paymentId)) ?? '');
    await co('settle_refund', { refund_id: refunds[0].id, outcome: 'approved' });
    await runEveryMoneyJob(service);
    expect((await refundRow(refund)).state).toBe('succeeded');
    expect(await posts()).toHaveLength(1);
    expect(payment_id).toBeDefined();
    expect(await differences()).toEqual([]);
  });

  test('and then refuses has failed, and moved nothing', async () => {
    const { paymentId } = await paidByTransfer();
    await co('switches', { refunds: 'in_process' });
    const refund = await requestPart(paymentId, 2_000_000n);
    await performRefund(refund, new Date()).catch(() => undefined);
    const [{ refunds }] = await paymentsAt(service, (await linkOf(paymentId)) ?? '');
    await co('settle_refund', { refund_id: refunds[0].id, outcome: 'rejected' });
    await runEveryMoneyJob(service);
    expect((await refundRow(refund)).state).toBe('failed');
    expect((await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).refundedMinor).toBe(0n);
    expect(await mailsTo(address())).toEqual(['donation_completed']);
  });

  const linkOf = async (id: string) => (await db().payment.findUnique({ where: { id } }))?.linkId;
});

test('unmatched funds whose refund keeps failing are left to staff after the third time', async () => {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await db().checkoutLink.update({ where: { id: linkId }, data: { cancelledAt: new Date() } });
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await stripe('refunds', { mode: 'failed' });
  for (let round = 0; round < 4; round += 1) await runEveryMoneyJob(service);
  const payment = await onlyAttemptOf(linkId);
  const refunds = await db().refund.findMany({ where: { paymentId: payment.id } });
  expect(refunds.map(({ state, requestedBy }) => [state, requestedBy])).toEqual(Array(3).fill(['failed', null]));
  expect([payment.state, await mailsTo(address())]).toEqual(['refund_due', []]);
});

test('the donor of unmatched funds is notified when a refund is returned, and when it is made again', async () => {
  const { id: linkId, intent } = await paidLink({ email: address() });
  await db().checkoutLink.update({ where: { id: linkId }, data: { cancelledAt: new Date() } });
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await runEveryMoneyJob(service);
  const [refund] = (await service.stripe().refunds.list({ payment_intent: intent })).data;
  await stripe('settle_refund', { refund: refund?.id, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned']);
  await runEveryMoneyJob(service);
  expect(await mailsTo(address())).toEqual(['donation_refunded', 'refund_returned', 'donation_refunded']);
});

test('a link with an attempt at a removed account still has a status, and expires', async () => {
  const { id } = await newLink();
  await service.call(`/v1/checkout_links/${id}/payment_intent`, { body: {} });
  await db().payment.updateMany({ where: { linkId: id }, data: { gateway: 'stripe-zz' } });
  expect((await poll(service, partner.key, id)).body.status).toBe('open');
  await setExpiry(id, secondsAgo(1));
  const ended = await poll(service, partner.key, id);
  expect([ended.status, ended.body.status]).toEqual([200, 'expired']);
});
