// @module-tag full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card' as const] };

test('a new PaymentIntent waits for a payment method, and repeats the given parameters', async () => {
  const intent = await emulators.stripe().paymentIntents.create({ ...card, metadata: { checkout_link: 'chl_1' } });
  expect(intent).toMatchObject({
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: 2000,
    currency: 'usd',
    payment_method_types: ['card'],
    allowed_payment_method_types: ['card'],
    automatic_payment_methods: null,
    latest_charge: null,
    metadata: { checkout_link: 'chl_1' },
  });
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
});

test('a confirmed PaymentIntent succeeds, and its charge and fee can be expanded', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] });
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2000, last_payment_error: null });
  expect(intent.latest_charge).toMatchObject({
    status: 'succeeded',
    paid: true,
    captured: true,
    payment_intent: id,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    balance_transaction: { amount: 2000, fee: 88, net: 1912, type: 'charge' },
  });
});

test('a succeeded intent can neither be confirmed, nor cancelled, nor get another amount', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create({
    ...card,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  for (const call of [
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    stripe.paymentIntents.cancel(id),
    stripe.paymentIntents.update(id, { amount: 3000 }),
  ]) {
    const error = await errorOf(call);
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  }
  const updated = await stripe.paymentIntents.update(id, { metadata: { note: 'still possible' } });
  expect(updated.metadata).toEqual({ note: 'still possible' });
});

test('the amount can change until the intent is paid; metadata is merged, and removed by an empty value', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create({ ...card, metadata: { a: '1', b: '2' } });
  const changed = await stripe.paymentIntents.update(id, { amount: 4500, metadata: { a: '', c: '3' } });
  expect(changed.amount).toBe(4500);
  expect(changed.metadata).toEqual({ b: '2', c: '3' });
});

test('a cancelled PaymentIntent is final', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card);
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  expect(canceled.canceled_at).toBeGreaterThan(0);
  const error = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(error.message).toContain('because it has a status of canceled');
});

test('confirming without a payment method is refused', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card);
  expect((await errorOf(stripe.paymentIntents.confirm(id))).message).toContain('missing a payment method');
});

test('a slow bank leaves the intent processing until it is settled', async () => {
  const stripe = emulators.stripe();
  await emulators.control('stripe/processing', { on: true });
  const intent = await stripe.paymentIntents.create({
    ...card,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await emulators.control('stripe/processing', { on: false });
  expect(intent.status).toBe('processing');
  await emulators.control('stripe/settle', { payment_intent: intent.id, outcome: 'failed' });
  const failed = await stripe.paymentIntents.retrieve(intent.id);
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  });
});

test('an unknown id is a 404 resource_missing', async () => {
  const error = await errorOf(emulators.stripe().paymentIntents.retrieve('pi_nothing'));
  expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' });
  expect(error.message).toBe("No such payment_intent: 'pi_nothing'");
});

test('accounts cannot see each other’s objects', async () => {
  const { id } = await emulators.stripe('one').paymentIntents.create(card);
  expect((await errorOf(emulators.stripe('two').paymentIntents.retrieve(id))).statusCode).toBe(404);
  expect((await emulators.stripe('two').events.list()).data).toEqual([]);
  expect((await emulators.stripe('one').paymentIntents.list()).data.map((intent) => intent.id)).toEqual([id]);
});

test('lists are newest first and paged', async () => {
  const stripe = emulators.stripe('lists');
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await stripe.paymentIntents.create(card)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first.has_more).toBe(true);
  const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 50 });
  expect(all.map(({ id }) => id)).toEqual(made);
});

test('a missing, malformed or publishable key is a 401', async () => {
  const bare = await fetch(`${emulators.url}/v1/payment_intents`);
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  expect((await errorOf(emulators.stripe('bad-key!').paymentIntents.list())).statusCode).toBe(401);
  const publishable = await fetch(`${emulators.url}/v1/charges?key=pk_test_emulator`);
  expect(await publishable.json()).toMatchObject({ error: { code: 'secret_key_required' } });
});

test('a live key is refused before anything else', async () => {
  for (const key of ['sk_live_abc', 'rk_live_abc']) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${emulators.url}/v1/payment_intents`, { headers });
    expect(response.status).toBe(401);
  }
});
