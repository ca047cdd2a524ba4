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

test('a repeated key gets the first response, marked as a replay', async () => {
  const stripe = emulators.stripe();
  const first = await stripe.paymentIntents.create(card, { idempotencyKey: 'k1' });
  const again = await stripe.paymentIntents.create(card, { idempotencyKey: 'k1' });
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('the same key with other parameters, or at another endpoint, is an idempotency_error', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create(card, { idempotencyKey: 'k1' });
  const other = await errorOf(stripe.paymentIntents.create({ ...card, amount: 3000 }, { idempotencyKey: 'k1' }));
  expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  const elsewhere = await errorOf(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'k1' }));
  expect(elsewhere).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
});

test('keys belong to an account and expire after 24 hours of the emulators’ clock', async () => {
  const first = await emulators.stripe('a').paymentIntents.create(card, { idempotencyKey: 'k1' });
  const other = await emulators.stripe('b').paymentIntents.create(card, { idempotencyKey: 'k1' });
  expect(other.id).not.toBe(first.id);
  await emulators.control('clock', { advanceMs: 24 * 3600 * 1000 - 60_000 });
  const within = await emulators.stripe('a').paymentIntents.create(card, { idempotencyKey: 'k1' });
  expect(within.id).toBe(first.id);
  await emulators.control('clock', { advanceMs: 120_000 });
  const later = await emulators.stripe('a').paymentIntents.create(card, { idempotencyKey: 'k1' });
  expect(later.id).not.toBe(first.id);
});

test('while the first request runs, a second one with its key is a 409 idempotency_key_in_use', async () => {
  await emulators.control('stripe/fail', { kind: 'held' });
  const create = () => emulators.stripe().paymentIntents.create(card, { idempotencyKey: 'k1' });
  const first = create();
  await expect.poll(() => emulators.control('stripe/held')).toHaveLength(1);
  expect(await errorOf(create())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  await emulators.control('stripe/release');
  expect((await first).status).toBe('requires_payment_method');
});

test('refused parameters are not stored: the corrected request can use the key', async () => {
  const stripe = emulators.stripe();
  await errorOf(stripe.paymentIntents.create({ ...card, amount: 10 }, { idempotencyKey: 'k1' }));
  const corrected = await stripe.paymentIntents.create(card, { idempotencyKey: 'k1' });
  expect(corrected.status).toBe('requires_payment_method');
});

test('a decline and a 500 are stored and replayed', async () => {
  const stripe = emulators.stripe();
  const declined = { ...card, payment_method: 'pm_card_chargeDeclined', confirm: true };
  await errorOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'k1' }));
  expect((await errorOf(stripe.paymentIntents.create(declined, { idempotencyKey: 'k1' }))).statusCode).toBe(402);
  expect((await stripe.charges.list()).data).toHaveLength(1);

  await emulators.control('stripe/fail', { kind: 'status', status: 500 });
  await errorOf(stripe.paymentIntents.create(card, { idempotencyKey: 'k2' }));
  expect((await errorOf(stripe.paymentIntents.create(card, { idempotencyKey: 'k2' }))).statusCode).toBe(500);
});

test('after a crash that follows the commit, the SDK’s retry gets the first response and there is one intent', async () => {
  await emulators.control('stripe/fail', { kind: 'reset_after' });
  const stripe = emulators.stripe('emulator', { maxNetworkRetries: 2 });
  const intent = await stripe.paymentIntents.create(card);
  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
});

test('a key longer than 255 characters is refused', async () => {
  const call = emulators.stripe().paymentIntents.create(card, { idempotencyKey: 'k'.repeat(256) });
  expect((await errorOf(call)).statusCode).toBe(400);
});
