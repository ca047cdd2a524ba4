import { beforeEach, expect, test } from 'vitest';
import { listFailedRefunds } from '#lib/dashboard/staff/failed-refunds.ts';
import { db } from '#lib/db.ts';
import { runScheduledSync } from '#lib/payments/sync/scheduled-sync.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { accountStateIn, localCalls, localLinks, resetAccounts, startTransfer } from '#testing/local-rails.ts';
import {
  donorReturns,
  forgetJobs,
  type GatewayCall,
  gatewayCalls,
  hold,
  mailsTo,
  onlyAttemptOf,
  resetProcessor,
  runEveryMoneyJob,
  secondsAgo,
  setExpiry,
  statesOf,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLateLink } = linksOnOneCause(service, partner);
const links = localLinks(service, partner);
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
  await resetAccounts(service);
});
const co = accountStateIn(service, 'co');
const MANY = 1_000_000;

const refundsOf = (paymentId: string) => db().refund.findMany({ where: { paymentId }, orderBy: { createdAt: 'asc' } });
const isQueued = async (paymentId: string) => {
  const { rows } = await listFailedRefunds({});
  return rows.some(({ payment }) => payment.id === paymentId);
};

/** 50 dollars by card that arrived after the end of their link; the gateway refuses to refund them. */
async function refusedByStripe(email: string, failure: object) {
  const { id: linkId, intent } = await paidLateLink({ email });
  await donorReturns(service, linkId);
  const { id: paymentId } = await onlyAttemptOf(linkId);
  await service.control('stripe/fail', { kind: 'status', method: 'POST', path: '^/v1/refunds$', ...failure });
  const asked = async () =>
    (await gatewayCalls(service, '/v1/refunds', 'POST')).filter(({ body }) => body.includes(intent));
  return { linkId, intent, paymentId, asked };
}

/** 50,000 pesos by bank transfer that arrived after the end of their link. */
async function refusedByMercadoPago(failure: object) {
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  const { id: paymentId } = await onlyAttemptOf(link.id);
  await setExpiry(link.id, secondsAgo(1));
  await donorReturns(service, link.id);
  await co('approve', { payment_id, late: true });
  await runScheduledSync(paymentId, new Date());
  await co('fail', { kind: 'status', method: 'POST', path: '/refunds$', ...failure });
  const asked = () => localCalls(service, `/v1/payments/${payment_id}/refunds`, 'POST');
  return { linkId: link.id as string, paymentId, asked };
}

/** Everything that runs by itself, for a while. */
async function timePasses() {
  for (let times = 0; times < 7; times++) await runEveryMoneyJob(service);
  await sweep(new Date(Date.now() + 600_000));
  await runEveryMoneyJob(service);
}

// Every code of both gateways: lib/rails/port/refund-refusals.test.ts.
const FOR_GOOD_AT_STRIPE = 'a refund that Stripe refuses with %s is asked for once, has failed, and waits for staff';
test.each(['charge_disputed'])(FOR_GOOD_AT_STRIPE, hasFailedAtStripe);
test.each(['charge_already_refunded', 'refund_disputed_payment'])(
  FOR_GOOD_AT_STRIPE,
  { tags: ['full'] },
  hasFailedAtStripe,
);
async function hasFailedAtStripe(code: string): Promise<void> {
  const email = `${code}@example.org`;
  const { linkId, paymentId, asked } = await refusedByStripe(email, { status: 400, code, times: MANY });
  await timePasses();
  expect(await asked()).toHaveLength(1);
  expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed', lastError: code }]);
  expect([await isQueued(paymentId), await statesOf(linkId)]).toEqual([true, ['refund_due']]);
  expect(await mailsTo(email)).toEqual([]);
}

const FOR_GOOD_AT_MERCADO_PAGO =
  'a refund that Mercado Pago refuses with %i and %s is asked for once, has failed, and waits for staff';
test.each([[404, '2024']])(FOR_GOOD_AT_MERCADO_PAGO, hasFailedAtMercadoPago);
test.each([
  [400, '2063'],
  [404, '15016'],
  [400, '3024'],
])(FOR_GOOD_AT_MERCADO_PAGO, { tags: ['full'] }, hasFailedAtMercadoPago);
async function hasFailedAtMercadoPago(status: number, code: string): Promise<void> {
  const { linkId, paymentId, asked } = await refusedByMercadoPago({ status, code, times: MANY });
  await timePasses();
  expect(await asked()).toHaveLength(1);
  expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed', lastError: expect.stringContaining(code) }]);
  expect([await isQueued(paymentId), await statesOf(linkId)]).toEqual([true, ['refund_due']]);
}

type Refuse = () => Promise<{ linkId: string; paymentId: string; asked: () => Promise<GatewayCall[]> }>;

const UNKNOWN = 'a refusal of %s that nobody knows is tried some times with new keys, then waits for staff';
test.each<[string, Refuse]>([
  ['Stripe', () => refusedByStripe('odd@example.org', { status: 400, code: 'odd_code', times: MANY })],
  ['PSE', () => refusedByMercadoPago({ status: 400, times: MANY })],
])(UNKNOWN, isTriedSomeTimes);
test.each<[string, Refuse]>([
  ['Mercado Pago', () => refusedByMercadoPago({ status: 422, code: '99999', times: MANY })],
])(UNKNOWN, { tags: ['full'] }, isTriedSomeTimes);
async function isTriedSomeTimes(_gateway: string, refuse: Refuse): Promise<void> {
  const { paymentId, asked } = await refuse();
  await timePasses();
  const keys = (await asked()).map(({ headers }) => headers['idempotency-key'] ?? headers['x-idempotency-key']);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(5);
  expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed' }]);
  expect(await isQueued(paymentId)).toBe(true);
}

const PASSES = 'a refusal that passes is tried until it has passed: %s';
test.each<[string, Refuse]>([
  ['Stripe', () => refusedByStripe('poor@example.org', { status: 400, code: 'balance_insufficient', times: 8 })],
  ['Mercado Pago, 409', () => refusedByMercadoPago({ status: 409, times: 8 })],
])(PASSES, isTriedUntilItPasses);
test.each<[string, Refuse]>([
  // The gate has what a status means in refund-refusals.test.ts, and this one in unmatched-funds.test.ts.
  ['Stripe, 403', () => refusedByStripe('key@example.org', { status: 403, times: 8 })],
  ['Stripe, 429', () => refusedByStripe('busy@example.org', { status: 429, times: 8 })],
  ['Mercado Pago', () => refusedByMercadoPago({ status: 400, code: '2030', times: 8 })],
])(PASSES, { tags: ['full'] }, isTriedUntilItPasses);
async function isTriedUntilItPasses(_gateway: string, refuse: Refuse): Promise<void> {
  const { linkId, paymentId } = await refuse();
  for (let times = 0; times < 6; times++) await runEveryMoneyJob(service);
  expect(await refundsOf(paymentId)).toMatchObject([{ state: 'pending' }]);
  await timePasses();
  expect(await statesOf(linkId)).toEqual(['refunded']);
}

test('what somebody has refunded at the gateway meanwhile is found, and nothing waits for staff', async () => {
  const { linkId, intent, paymentId } = await refusedByStripe('found@example.org', {
    status: 400,
    code: 'charge_already_refunded',
    times: MANY,
  });
  await service.control('stripe/gateway_up');
  // Somebody refunds it between our reading and our request.
  const gateway = await hold(service, 'stripe', { method: 'POST', path: '^/v1/refunds$' });
  const jobs = runEveryMoneyJob(service);
  await gateway.arrived();
  await service.stripe().refunds.create({ payment_intent: intent });
  await gateway.release();
  await jobs;
  await timePasses();
  expect(await statesOf(linkId)).toEqual(['refunded']);
  expect(await isQueued(paymentId)).toBe(false);
  expect(await mailsTo('found@example.org')).toEqual(['donation_refunded']);
});

test('a refund that is under way at the gateway is waited for', async () => {
  const { linkId, intent, paymentId } = await refusedByStripe('on-its-way@example.org', { status: 429 });
  await service.control('stripe/gateway_up');
  await service.control('stripe/refunds', { mode: 'pending' });
  const remote = await service.stripe().refunds.create({ payment_intent: intent });
  await timePasses();
  expect([await isQueued(paymentId), await statesOf(linkId)]).toEqual([false, ['refund_due']]);
  await service.control('stripe/settle_refund', { refund: remote.id, outcome: 'succeeded' });
  await timePasses();
  expect([await isQueued(paymentId), await statesOf(linkId)]).toEqual([false, ['refunded']]);
});
