// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '#emulators/test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(() => emulators.control('reset'));
afterAll(() => emulators.close());

const REFERENCE = 'chl_forced';
const force = (outcome: string | null) => emulators.control('stripe/force', { reference: REFERENCE, outcome });
const about = () => emulators.control('stripe/about', { reference: REFERENCE });
const intentOf = (reference = REFERENCE) =>
  emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { checkout_link: reference },
  });
const confirm = (intent: Stripe.PaymentIntent, method = 'pm_card_visa') =>
  emulators.stripe().paymentIntents.confirm(intent.id, { payment_method: method });

test.each([
  ['generic_decline', 'card_declined', 'generic_decline'],
  ['insufficient_funds', 'card_declined', 'insufficient_funds'],
  ['lost_card', 'card_declined', 'lost_card'],
  ['stolen_card', 'card_declined', 'stolen_card'],
  ['expired_card', 'expired_card', ''],
  ['incorrect_cvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['processing_error', 'processing_error', 'processing_error'],
])('%s declines the next confirmation of that reference, and of no other', async (outcome, code, reason) => {
  const intent = await intentOf();
  await force(outcome);
  expect(await confirm(await intentOf('chl_other'))).toMatchObject({ status: 'succeeded' });
  const error = await errorOf(confirm(intent));
  expect([error.code, (error as Stripe.errors.StripeCardError).decline_code]).toEqual([code, reason]);
  expect(await confirm(intent)).toMatchObject({ status: 'succeeded' });
});

test('approves any card, even while confirmations stop in processing', async () => {
  await emulators.control('stripe/processing', { on: true });
  await force('approve');
  expect(await confirm(await intentOf(), 'pm_card_chargeDeclined')).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['authenticate', 'complete', 'succeeded'],
  ['authenticate', 'fail', 'requires_payment_method'],
  ['authenticate_then_decline', 'complete', 'requires_payment_method'],
])('%s asks for 3-D Secure; answered with %s it ends in %s', async (outcome, answer, status) => {
  const intent = await intentOf();
  await force(outcome);
  expect(await confirm(intent)).toMatchObject({ status: 'requires_action' });
  await emulators.control('stripe/authenticate', { payment_intent: intent.id, outcome: answer });
  expect(await emulators.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({ status });
});

test('keeps one payment in processing until it is settled', async () => {
  const intent = await intentOf();
  await force('processing');
  expect(await confirm(intent)).toMatchObject({ status: 'processing' });
  await emulators.control('stripe/settle', { payment_intent: intent.id, outcome: 'succeeded' });
  expect(await emulators.stripe().paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
});

test('lists forced outcomes, and removes one', async () => {
  const intent = await intentOf();
  await force('lost_card');
  await emulators.control('stripe/script', { mode: 'error' });
  expect(await about()).toEqual({
    down: false,
    script: 'error',
    forced: 'lost_card',
    webhooks: { mode: 'deliver', delayMs: 0, held: 0 },
    payments: [{ id: intent.id, status: 'requires_payment_method' }],
  });
  await force(null);
  await emulators.control('stripe/gateway_down');
  expect(await about()).toMatchObject({ forced: null, down: true });
  await expect(force('explode')).rejects.toThrow(/outcome/);
});
