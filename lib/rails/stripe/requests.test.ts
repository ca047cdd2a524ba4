import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '#emulators/test-emulators.ts';
import { requestsDuring } from '#testing/sent-requests.ts';
import type { CardRail } from '../port/rail.ts';
import { stripeRail } from './adapter.ts';

/** One more than Stripe's largest page. */
const MORE_THAN_A_PAGE = 101;

let emulators: TestEmulators;
let stripe: Stripe;
let rail: CardRail;
beforeAll(async () => {
  emulators = await startTestEmulators();
  await emulators.control('stripe/webhooks', { drop: true });
  stripe = emulators.stripe();
  const keys = { secretKey: 'sk_test_emulator', publishableKey: 'pk_test_emulator', webhookSecrets: [] };
  rail = stripeRail('stripe', keys, emulators.url);
});
afterAll(() => emulators.close());

const COSTS = {
  'expand[0]': 'latest_charge.balance_transaction',
  'expand[1]': 'latest_charge.refunds.data.balance_transaction',
  'expand[2]': 'latest_charge.refunds.data.failure_balance_transaction',
};
const REFUND_COSTS = {
  'expand[0]': 'data.balance_transaction',
  'expand[1]': 'data.failure_balance_transaction',
};
const requestsOf = (work: () => Promise<unknown>) => requestsDuring(emulators, work);
const retrieved = (id: string) => ({ request: `GET /v1/payment_intents/${id}`, query: COSTS });
const aboutIntent = (path: string, id: string) => ({
  request: `GET /v1/${path}`,
  query: { payment_intent: id, limit: '100' },
});
const refundsOf = (id: string) => ({
  request: 'GET /v1/refunds',
  query: { payment_intent: id, limit: '100', ...REFUND_COSTS },
});
const refundInput = (more: object = {}) => ({
  refundId: 'rfd_1',
  amountMinor: 1_250n,
  currency: 'USD',
  key: 'refund:rfd_1',
  requestedAt: new Date(),
  otherRefundIds: new Set<string>(),
  ...more,
});

/** A new intent of 50 USD. */
async function newIntent(): Promise<string> {
  const input = { linkId: 'chl_1', amountMajor: 50, currency: 'USD', key: randomUUID(), metadata: {} };
  return (await rail.start(input)).reference;
}

async function paidIntent(paymentMethod = 'pm_card_visa'): Promise<string> {
  const id = await newIntent();
  await stripe.paymentIntents.confirm(id, { payment_method: paymentMethod });
  return id;
}

async function decline(id: string): Promise<void> {
  const confirmed = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' });
  await expect(confirmed).rejects.toThrow('declined');
}

async function declinedIntent(): Promise<string> {
  const id = await newIntent();
  await decline(id);
  return id;
}

/** More than a page of payments of others, each with a dispute: once for the account. */
let others: Promise<void> | undefined;
function fillWithDisputes(): Promise<void> {
  others ??= fillAPage(async () => emulators.control('stripe/dispute', { payment_intent: await paidIntent() }));
  return others;
}

/** Repeats some work until an account has more than a page of its results. */
async function fillAPage(work: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < MORE_THAN_A_PAGE; count++) await work();
}

test.each([
  ['USD', 50, '5000'],
  ['CLP', 5_000, '5000'],
  ['COP', 50_000, '5000000'],
])('an intent of %s %i is created with %s minor units, its link and its key', async (currency, major, minor) => {
  const metadata = { cause: 'aB3' };
  const start = { key: `intent:${currency}`, linkId: 'chl_1', amountMajor: major, currency, metadata };
  expect(await requestsOf(() => rail.start(start))).toEqual([
    {
      request: 'POST /v1/payment_intents',
      body: {
        amount: minor,
        currency: currency.toLowerCase(),
        'allowed_payment_method_types[0]': 'card',
        'metadata[cause]': 'aB3',
        'metadata[checkout_link]': 'chl_1',
        ...COSTS,
      },
      idempotencyKey: `intent:${currency}`,
    },
  ]);
});

test('an intent is retrieved with its fees, and for the page too', async () => {
  const id = await paidIntent();
  const attempt = { reference: id, linkId: 'chl_1' };
  expect(await requestsOf(() => rail.retrieve(attempt))).toEqual([retrieved(id)]);
  expect(await requestsOf(() => rail.retrieveIntent(id))).toEqual([retrieved(id)]);
});

test('an intent is cancelled and then retrieved', async () => {
  const id = await newIntent();
  expect(await requestsOf(() => rail.cancel({ reference: id, linkId: 'chl_1' }))).toEqual([
    { request: `POST /v1/payment_intents/${id}/cancel`, body: { cancellation_reason: 'abandoned' } },
    retrieved(id),
  ]);
});

test('declines are those of the intent, on an account with more than a page of others', async () => {
  const id = await declinedIntent();
  const other = await newIntent();
  await fillAPage(() => decline(other));
  let declines: unknown[] = [];
  const attempt = { reference: id, linkId: 'chl_1' };
  const requests = await requestsOf(async () => {
    ({ declines } = await rail.retrieve(attempt));
  });
  expect(requests).toEqual([retrieved(id), aboutIntent('charges', id)]);
  const { latest_charge: reference } = await stripe.paymentIntents.retrieve(id);
  expect(declines).toMatchObject([{ reference }]);
});

test('disputes are those of the intent, on an account with more than a page of others', async () => {
  const id = await paidIntent();
  await emulators.control('stripe/dispute', { payment_intent: id });
  await fillWithDisputes();
  let disputes: string[] = [];
  const requests = await requestsOf(async () => {
    const { money } = await rail.retrieve({ reference: id, linkId: 'chl_1' });
    disputes = money.flatMap((payment) => (payment.disputes ?? []).map((one) => one.id));
  });
  expect(requests).toEqual([retrieved(id), aboutIntent('disputes', id)]);
  const { data } = await stripe.disputes.list({ payment_intent: id });
  expect(disputes).toEqual(data.map((one) => one.id));
});

test('a refund has its payment, our id and its minor units, under our key; a second call finds it', async () => {
  const id = await paidIntent();
  expect(await requestsOf(() => rail.refund(id, refundInput()))).toEqual([
    retrieved(id),
    refundsOf(id),
    {
      request: 'POST /v1/refunds',
      body: { payment_intent: id, amount: '1250', 'metadata[refund]': 'rfd_1' },
      idempotencyKey: 'refund:rfd_1',
    },
  ]);
  expect(await requestsOf(() => rail.refund(id, refundInput({ key: 'refund:rfd_1:2' })))).toEqual([
    retrieved(id),
    refundsOf(id),
  ]);
});

test('a refund can be looked for without being made', async () => {
  const id = await paidIntent();
  const input = refundInput({ refundId: randomUUID(), key: randomUUID() });
  const requests = await requestsOf(async () => expect(await rail.findRefund(id, input)).toBeNull());
  expect(requests).toEqual([retrieved(id), refundsOf(id)]);
  const made = await rail.refund(id, input);
  expect(await rail.findRefund(id, input)).toEqual(made);
});

test('a refund that the list leaves out is found in the charge, and not made again under another key', async () => {
  const id = await paidIntent();
  const refundId = randomUUID();
  const { id: made } = await rail.refund(id, refundInput({ refundId, key: refundId }));
  await emulators.control('stripe/fail', { kind: 'part', keep: 0, method: 'GET', path: '^/v1/refunds$' });
  expect((await rail.refund(id, refundInput({ refundId, key: `${refundId}:2` }))).id).toBe(made);
});

test.each([403, 404, 500])('while what was refunded is answered with %i, nothing is refunded', async (status) => {
  const id = await paidIntent();
  for (const path of [`^/v1/payment_intents/${id}$`, '^/v1/refunds$']) {
    await emulators.control('stripe/fail', { kind: 'status', status, times: 2, method: 'GET', path });
    const requests = await requestsOf(() =>
      expect(rail.refund(id, refundInput())).rejects.toMatchObject({ failure: 'unreachable' }),
    );
    expect(requests.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
    await emulators.control('stripe/gateway_up', {});
  }
});

test('a refund is found among more than a page of later ones, and all of them are read', async () => {
  const id = await paidIntent();
  const { id: first } = await rail.refund(id, refundInput({ amountMinor: 1n, key: 'refund:first' }));
  await fillAPage(() => stripe.refunds.create({ payment_intent: id, amount: 1 }));
  let found: { id: string } | undefined;
  const requests = await requestsOf(async () => {
    found = await rail.refund(id, refundInput({ amountMinor: 1n, key: 'another' }));
  });
  expect(found?.id).toBe(first);
  expect(requests.map(({ request }) => request)).toEqual([
    `GET /v1/payment_intents/${id}`,
    'GET /v1/refunds',
    'GET /v1/refunds',
  ]);
  expect(requests[2]?.query).toMatchObject({
    payment_intent: id,
    starting_after: expect.stringMatching(/^re_/),
  });
  const { money } = await rail.retrieve({ reference: id, linkId: 'chl_1' });
  expect(money[0]?.refunds).toHaveLength(MORE_THAN_A_PAGE + 1);
  expect(money[0]?.refundedMinor).toBe(BigInt(MORE_THAN_A_PAGE + 1));
});

test('the books of a period are read page by page, each line once', async () => {
  await fillWithDisputes();
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  const lines: string[] = [];
  const requests = await requestsOf(async () => {
    const books = await rail.readBooks({ from, to }, null);
    if (!books.ready) throw new Error('Stripe prepares no reports');
    for await (const page of books.pages) lines.push(...page.map(({ id }) => id));
  });
  const query = {
    'created[gte]': String(Math.floor(from.getTime() / 1000)),
    'created[lte]': String(Math.floor(to.getTime() / 1000)),
    limit: '100',
    'expand[0]': 'data.source',
  };
  const pages = Math.ceil(lines.length / 100);
  expect(requests).toEqual(
    Array.from({ length: pages }, (_, page) => ({
      request: 'GET /v1/balance_transactions',
      query: page === 0 ? query : { ...query, starting_after: lines[page * 100 - 1] },
    })),
  );
  expect(pages).toBeGreaterThan(1);
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 5000 });
  expect(lines).toEqual(all.map(({ id }) => id));
});

test('the balance is read', async () => {
  expect(await requestsOf(() => rail.readBalance())).toEqual([{ request: 'GET /v1/balance' }]);
});
