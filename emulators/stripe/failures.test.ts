// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(() => emulators.control('reset'));
afterAll(() => emulators.close());

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card' as const] };
const requests = async () =>
  ((await (await fetch(`${emulators.url}/control/log?method=POST`)).json()) as { status: number }[]).map(
    ({ status }) => status,
  );

test('a 500 is retried by the SDK; as it is stored, the retry gets the same 500', async () => {
  await emulators.control('stripe/fail', { kind: 'status', status: 500 });
  const stripe = emulators.stripe('emulator', { maxNetworkRetries: 1 });
  expect((await errorOf(stripe.paymentIntents.create(card))).type).toBe('StripeAPIError');
  expect(await requests()).toEqual([500, 500]);
});

test('a 429 is a rate limit error and is not stored', async () => {
  await emulators.control('stripe/fail', { kind: 'status', status: 429 });
  const stripe = emulators.stripe();
  const refused = await errorOf(stripe.paymentIntents.create(card, { idempotencyKey: 'k' }));
  expect(refused.type).toBe('StripeRateLimitError');
  const accepted = await stripe.paymentIntents.create(card, { idempotencyKey: 'k' });
  expect(accepted.status).toBe('requires_payment_method');
});

test('stripe-should-retry tells the SDK to try a refusal again', async () => {
  await emulators.control('stripe/fail', { kind: 'status', status: 429, shouldRetry: true });
  const stripe = emulators.stripe('emulator', { maxNetworkRetries: 1 });
  expect((await stripe.paymentIntents.create(card)).status).toBe('requires_payment_method');
  expect(await requests()).toEqual([429, 200]);
});

test('a connection reset before the commit leaves nothing behind', async () => {
  await emulators.control('stripe/fail', { kind: 'reset_before', times: 2 });
  const stripe = emulators.stripe();
  expect((await errorOf(stripe.paymentIntents.create(card))).type).toBe('StripeConnectionError');
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

test('a connection reset after the commit leaves the intent behind', async () => {
  await emulators.control('stripe/fail', { kind: 'reset_after', times: 2 });
  const stripe = emulators.stripe();
  await errorOf(stripe.paymentIntents.create(card));
  await emulators.control('stripe/gateway_up');
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('a slow gateway exceeds the client’s timeout, although it does the work', async () => {
  await emulators.control('stripe/fail', { kind: 'slow', delayMs: 3000, path: 'payment_intents$' });
  const impatient = emulators.stripe('emulator', { timeout: 1000 });
  expect((await errorOf(impatient.paymentIntents.create(card))).type).toBe('StripeConnectionError');
  await expect.poll(async () => (await emulators.stripe().paymentIntents.list()).data.length).toBe(1);
});

const heldNow = () => emulators.control('stripe/held');
/** Creates an intent, with a request that the gateway holds. */
async function heldCreation(failure: object = {}) {
  await emulators.control('stripe/fail', { kind: 'held', method: 'POST', ...failure });
  const answer = emulators.stripe().paymentIntents.create(card);
  await expect.poll(heldNow).toEqual([{ method: 'POST', path: '/v1/payment_intents' }]);
  return { answer };
}
const intents = async () => (await emulators.stripe().paymentIntents.list()).data.length;

test('a held request is done and answered once it is released', async () => {
  const created = await heldCreation();
  expect(await intents()).toBe(0);
  expect(await emulators.control('stripe/release')).toEqual({ released: 1 });
  expect((await created.answer).status).toBe('requires_payment_method');
  expect([await intents(), await heldNow()]).toEqual([1, []]);
});

test('an executed one is done at once, and only its answer is held', async () => {
  const created = await heldCreation({ executed: true });
  await expect.poll(intents).toBe(1);
  await emulators.control('stripe/release');
  const [intent] = (await emulators.stripe().paymentIntents.list()).data;
  expect((await created.answer).id).toBe(intent?.id);
});

test.each(['stripe/gateway_up', 'stripe/reset', 'reset'])('%s releases what is held', async (action) => {
  const created = await heldCreation();
  await emulators.control(action);
  expect((await created.answer).status).toBe('requires_payment_method');
});

test('a held request whose caller is gone is dropped, and its key is free', async () => {
  await emulators.control('stripe/fail', { kind: 'held', method: 'POST' });
  const impatient = emulators.stripe('emulator', { timeout: 1000 });
  const refused = await errorOf(impatient.paymentIntents.create(card, { idempotencyKey: 'gone' }));
  expect(refused.type).toBe('StripeConnectionError');
  await expect.poll(heldNow).toEqual([]);
  expect(await intents()).toBe(0);
  const again = await emulators.stripe().paymentIntents.create(card, { idempotencyKey: 'gone' });
  expect(again.status).toBe('requires_payment_method');
});

test('an executed one whose caller is gone stays done, and its key gets it again', async () => {
  await emulators.control('stripe/fail', { kind: 'held', method: 'POST', executed: true });
  const impatient = emulators.stripe('emulator', { timeout: 1000 });
  await errorOf(impatient.paymentIntents.create(card, { idempotencyKey: 'done' }));
  await expect.poll(heldNow).toEqual([]);
  const again = await emulators.stripe().paymentIntents.create(card, { idempotencyKey: 'done' });
  expect((await emulators.stripe().paymentIntents.list()).data.map(({ id }) => id)).toEqual([again.id]);
});

test('a failure may be limited to a method and a path', async () => {
  await emulators.control('stripe/fail', { kind: 'status', status: 503, method: 'POST', path: '/cancel$' });
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card);
  expect((await errorOf(stripe.paymentIntents.cancel(id))).statusCode).toBe(503);
  expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
});

test('while the gateway is down nothing answers', async () => {
  await emulators.control('stripe/gateway_down');
  const stripe = emulators.stripe();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await errorOf(stripe.paymentIntents.list())).type).toBe('StripeConnectionError');
  }
  await emulators.control('stripe/gateway_up');
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

test('a list is answered in part, as if that were all, and whole afterwards', async () => {
  const stripe = emulators.stripe();
  for (let made = 0; made < 3; made++) await stripe.paymentIntents.create(card);
  const listed = async () => {
    const { data, has_more } = await stripe.paymentIntents.list();
    return [data.length, has_more];
  };
  await emulators.control('stripe/fail', { kind: 'part', path: '^/v1/payment_intents$', method: 'GET' });
  await emulators.control('stripe/fail', { kind: 'part', keep: 2 });
  expect([await listed(), await listed(), await listed()]).toEqual([
    [0, false],
    [2, false],
    [3, false],
  ]);
});

test('a bad switch is refused with an explanation', async () => {
  await expect(emulators.control('stripe/fail', { kind: 'explode' })).rejects.toThrow('kind');
  await expect(emulators.control('stripe/fail', { kind: 'slow', path: '(' })).rejects.toThrow('regular expression');
  await expect(emulators.control('stripe/nothing')).rejects.toThrow('Unknown action');
});

test('an outage about one reference leaves all other payments alone, and ends with it', async () => {
  const about = (reference: string) => ({ ...card, metadata: { checkout_link: reference } });
  const stripe = emulators.stripe();
  const made = await stripe.paymentIntents.create(about('chl_down'));
  await emulators.control('stripe/gateway_down', { reference: 'chl_down' });
  for (const call of [
    stripe.paymentIntents.create(about('chl_down')),
    stripe.paymentIntents.retrieve(made.id),
    stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }),
  ])
    expect((await errorOf(call)).type).toBe('StripeConnectionError');
  expect((await stripe.paymentIntents.create(about('chl_up'))).status).toBe('requires_payment_method');
  await emulators.control('stripe/gateway_up', { reference: 'chl_other' });
  expect((await errorOf(stripe.paymentIntents.retrieve(made.id))).type).toBe('StripeConnectionError');
  await emulators.control('stripe/gateway_up', { reference: 'chl_down' });
  expect((await stripe.paymentIntents.retrieve(made.id)).status).toBe('requires_payment_method');
});

test('gives a payment back as from the processor’s own dashboard', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await emulators.control('stripe/refund', { payment_intent: id });
  expect((await stripe.refunds.list({ payment_intent: id })).data).toMatchObject([{ amount: 2000 }]);
});
