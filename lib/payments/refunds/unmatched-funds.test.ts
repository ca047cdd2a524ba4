import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, pay } from '#testing/factories.ts';
import {
  attemptsOf,
  deliverEvent,
  donorReturns,
  forgetJobs,
  gatewayCalls,
  mailsTo,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink: linkWith, paidLateLink } = linksOnOneCause(service, partner);
let donor = 0;
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  donor += 1;
});

const address = () => `donor${donor}@example.org`;
const newLink = () => linkWith({ email: address() });
const statusOf = statusSeenBy(service, partner);
const refundShown = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;
const refundsOf = async (intent: string) => (await service.stripe().refunds.list({ payment_intent: intent })).data;

/** A link that was charged after its expiry, which a poll has detected. */
async function lateMoney(): Promise<{ id: string; intent: string }> {
  const { id, intent } = await paidLateLink({ email: address() });
  expect(await statusOf(id)).toBe('expired');
  expect(await attemptsOf(id)).toMatchObject([{ state: 'refund_due', refundReason: 'late' }]);
  return { id, intent };
}

test('money charged after the expiry is refunded, and only then is the donor notified', async () => {
  const { id, intent } = await lateMoney();
  expect(await refundShown(id)).toEqual({ state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' });
  expect(await mailsTo(address())).toEqual([]);
  await runEveryMoneyJob(service);
  expect(await refundsOf(intent)).toMatchObject([{ amount: 5000, status: 'succeeded' }]);
  expect(await refundShown(id)).toMatchObject({ state: 'refunded', amount: 50 });
  expect(await mailsTo(address())).toEqual(['donation_refunded']);
  expect(await statusOf(id)).toBe('expired');
  await runEveryMoneyJob(service);
  expect(await mailsTo(address())).toEqual(['donation_refunded']);
});

test('their refund is requested by the service at once, with its reason', async () => {
  const { id } = await lateMoney();
  const [payment] = await attemptsOf(id);
  const [refund, ...others] = await db().refund.findMany({ where: { paymentId: payment?.id ?? '' } });
  expect(refund).toMatchObject({ state: 'pending', requestedBy: null, reason: 'late', amountMinor: 5000n });
  expect(others).toEqual([]);
  const jobs = await db().$queryRaw`
    SELECT name FROM pgboss.job WHERE data ->> 'id' IN (${refund?.id}, ${payment?.id}) AND name LIKE '%refund%'`;
  expect(jobs).toEqual([{ name: 'perform_refund' }]);
});

test('a refund is retried under one key until it succeeds, whatever the gateway does meanwhile', async () => {
  const { id, intent } = await lateMoney();
  const post = { method: 'POST', path: '^/v1/refunds$' };
  for (const failure of [
    { kind: 'reset_before', times: 2 },
    { kind: 'status', status: 429 },
    { kind: 'reset_after', times: 2 },
  ]) {
    await service.control('stripe/fail', { ...post, ...failure });
    await runEveryMoneyJob(service);
    expect(await statesOf(id)).toEqual(['refund_due']);
    expect(await mailsTo(address())).toEqual([]);
  }
  await service.control('stripe/gateway_up');
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['refunded']);
  expect(await refundsOf(intent)).toHaveLength(1);
  const calls = await gatewayCalls(service, '/v1/refunds', 'POST');
  const keys = calls.filter(({ body }) => body.includes(intent)).map(({ headers }) => headers['idempotency-key']);
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys).size).toBe(1);
  expect(await mailsTo(address())).toEqual(['donation_refunded']);
});

test('a refund that the gateway has not finished is not reported as refunded', async () => {
  const { id, intent } = await lateMoney();
  await service.control('stripe/refunds', { mode: 'pending' });
  await runEveryMoneyJob(service);
  await runEveryMoneyJob(service);
  const [refund] = await refundsOf(intent);
  expect([(await refundsOf(intent)).length, await statesOf(id), await mailsTo(address())]).toEqual([
    1,
    ['refund_due'],
    [],
  ]);
  await service.control('stripe/settle_refund', { refund: refund?.id, outcome: 'succeeded' });
  await runEveryMoneyJob(service);
  expect([await statesOf(id), await mailsTo(address())]).toEqual([['refunded'], ['donation_refunded']]);
});

test('a refund that the gateway reports as failed is retried under another key', async () => {
  const { id, intent } = await lateMoney();
  await service.control('stripe/refunds', { mode: 'failed' });
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['refund_due']);
  await service.control('stripe/refunds', { mode: 'succeeded' });
  await runEveryMoneyJob(service);
  expect((await refundsOf(intent)).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
  expect(await statesOf(id)).toEqual(['refunded']);
});

test('a refund that is returned after it succeeded is due again', async () => {
  const { id, intent } = await lateMoney();
  await runEveryMoneyJob(service);
  const [refund] = await refundsOf(intent);
  await service.control('stripe/settle_refund', { refund: refund?.id, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  expect(await statesOf(id)).toEqual(['refund_due']);
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['refunded']);
  expect((await refundsOf(intent)).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
});

test('after a partial refund by hand the rest is refunded', async () => {
  const { id, intent } = await lateMoney();
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1000 });
  await runEveryMoneyJob(service);
  expect((await refundsOf(intent)).map(({ amount }) => amount).sort()).toEqual([1000, 4000]);
  expect(await statesOf(id)).toEqual(['refunded']);
});

test('a second payment of a link is recorded, never counted, and refunded', async () => {
  const { id } = await newLink();
  const first = await intentOf(service, id);
  // Simulates that the first intent is unreachable: then two can be paid.
  await db().payment.updateMany({ where: { linkId: id }, data: { state: 'canceled' } });
  const second = await intentOf(service, id);
  for (const intent of [first, second]) await pay(service, intent);
  for (const intent of [second, first]) await deliverEvent(service, 'payment_intent.succeeded', intent);
  expect(await attemptsOf(id)).toMatchObject([
    { state: 'refund_due', refundReason: 'duplicate' },
    { state: 'approved' },
  ]);
  await runEveryMoneyJob(service);
  expect([(await refundsOf(first)).length, (await refundsOf(second)).length]).toEqual([1, 0]);
  expect((await poll(service, partner.key, id)).body).toMatchObject({ status: 'completed', amount_paid: 50 });
});

test.each([
  ['amount', { amount: 7000 }, 70],
  ['currency', { currency: 'eur' }, 50],
  ['link', { metadata: { checkout_link: 'chl_of_somebody_else' } }, 50],
])('money of another %s than requested is recorded, never counted, and refunded', async (_name, change, amount) => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await service.stripe().paymentIntents.update(intent, change);
  await pay(service, intent);
  const returned = await donorReturns(service, id);
  expect(returned.body).toMatchObject({ status: 'open', refund: { state: 'refund_due', amount } });
  expect(await attemptsOf(id)).toMatchObject([{ refundReason: 'mismatch' }]);
  await runEveryMoneyJob(service);
  expect(await refundsOf(intent)).toHaveLength(1);

  await pay(service, await intentOf(service, id));
  expect((await donorReturns(service, id)).body).toMatchObject({ status: 'completed' });
  expect(await attemptsOf(id)).toContainEqual(expect.objectContaining({ state: 'approved', amount: 50n }));
});

test('money that arrives on a cancelled link is refunded, and the link stays cancelled', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await pay(service, intent);
  await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  expect(await attemptsOf(id)).toMatchObject([{ state: 'refund_due', refundReason: 'late' }]);
  await runEveryMoneyJob(service);
  expect([await statesOf(id), await statusOf(id)]).toEqual([['refunded'], 'cancelled']);
});
