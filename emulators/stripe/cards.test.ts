// @module-tag full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card' as const] };
const year = new Date().getUTCFullYear() + 2;

/** Confirms as Stripe.js does: from the emulator's own frame, with publishable key and client secret. */
async function payWithNumber(number: string, more: Record<string, string> = {}) {
  const intent = await emulators.stripe().paymentIntents.create(card);
  const response = await fetch(`${emulators.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { origin: emulators.url },
    body: new URLSearchParams({
      key: 'pk_test_emulator',
      client_secret: intent.client_secret ?? '',
      use_stripe_sdk: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(year),
      'payment_method_data[card][cvc]': '123',
      ...more,
    }),
  });
  return { id: intent.id, status: response.status, body: await response.json() };
}

test.each(['4242424242424242', '5555555555554444', '378282246310005'])('%s pays', async (number) => {
  const { status, body } = await payWithNumber(number);
  expect({ status, intent: body.status }).toEqual({ status: 200, intent: 'succeeded' });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000000069', 'expired_card', undefined],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4539578763621486', 'card_declined', 'test_mode_live_card'],
])('%s is declined with %s, and the same client secret may be tried again', async (number, code, decline) => {
  const { id, status, body } = await payWithNumber(number);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ type: 'card_error', code });
  expect(body.error.decline_code).toBe(decline);
  expect(body.error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
  const intent = await emulators.stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(intent.last_payment_error).toMatchObject({ code });
  expect(intent.latest_charge).toMatchObject({ status: 'failed', paid: false, failure_code: code });
  const again = await emulators.stripe().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null });
});

test.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
  '%s asks for authentication, which may succeed or fail',
  async (number) => {
    for (const [outcome, status] of [
      ['complete', 'succeeded'],
      ['fail', 'requires_payment_method'],
    ] as const) {
      const { id, body } = await payWithNumber(number);
      expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      await emulators.control('stripe/authenticate', { payment_intent: id, outcome });
      const intent = await emulators.stripe().paymentIntents.retrieve(id);
      expect(intent.status).toBe(status);
      if (outcome === 'fail') expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure');
    }
  },
);

test.each([
  ['4000008260003178', 'insufficient_funds'],
  ['4000008400001629', 'generic_decline'],
])('%s is declined with %s although the donor authenticated', async (number, decline) => {
  const { id } = await payWithNumber(number);
  await emulators.control('stripe/authenticate', { payment_intent: id, outcome: 'complete' });
  const intent = await emulators.stripe().paymentIntents.retrieve(id);
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: decline },
  });
});

test.each([
  ['a wrong number', { 'payment_method_data[card][number]': '4242424242424241' }, 'incorrect_number'],
  ['a month that does not exist', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
  ['a date in the past', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
  ['a code that is too short', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
])('%s is refused and no charge is made', async (_what, change, code) => {
  const { id, status, body } = await payWithNumber('4242424242424242', change);
  expect({ status, code: body.error.code }).toEqual({ status: 402, code });
  expect((await emulators.stripe().charges.list({ payment_intent: id })).data).toEqual([]);
});

test('a card number is only accepted from the emulator’s own frame', async () => {
  const intent = await emulators.stripe().paymentIntents.create(card);
  const body = {
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: '12', exp_year: `${year}` },
    },
  };
  const error = await errorOf(emulators.stripe().rawRequest('POST', `/v1/payment_intents/${intent.id}/confirm`, body));
  expect(error).toMatchObject({ statusCode: 402 });
  expect(error.message).toContain('generally unsafe');
});

test('an American Express card is refused in currencies that do not support it', async () => {
  const stripe = emulators.stripe();
  const reais = await stripe.paymentIntents.create({ ...card, currency: 'brl' });
  const error = await errorOf(stripe.paymentIntents.confirm(reais.id, { payment_method: 'pm_card_amex' }));
  expect(error).toMatchObject({ code: 'card_declined', decline_code: 'currency_not_supported' });
  const dollars = await stripe.paymentIntents.create(card);
  const paid = await stripe.paymentIntents.confirm(dollars.id, { payment_method: 'pm_card_amex' });
  expect(paid.status).toBe('succeeded');
});

test.each([
  ['pm_card_mastercard', 'succeeded'],
  ['pm_card_threeDSecureOptional', 'succeeded'],
  ['pm_card_mx', 'succeeded'],
  ['pm_card_authenticationRequired', 'requires_action'],
])('a server may name %s', async (name, status) => {
  const intent = await emulators.stripe().paymentIntents.create({ ...card, payment_method: name, confirm: true });
  expect(intent.status).toBe(status);
});

test.each([
  ['pm_card_chargeDeclined', 'generic_decline'],
  ['pm_card_visa_chargeDeclined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['pm_card_chargeDeclinedLostCard', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'stolen_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
])('a server may name %s, which is declined with %s', async (name, decline) => {
  const call = emulators.stripe().paymentIntents.create({ ...card, payment_method: name, confirm: true });
  expect(await errorOf(call)).toMatchObject({ statusCode: 402, decline_code: decline });
});

test('an unknown payment method is a 400 resource_missing', async () => {
  const call = emulators.stripe().paymentIntents.create({ ...card, payment_method: 'pm_card_nothing', confirm: true });
  expect(await errorOf(call)).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'payment_method',
  });
});

test('an absent donor cannot authenticate', async () => {
  const stripe = emulators.stripe();
  const call = stripe.paymentIntents.create({
    ...card,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    error_on_requires_action: true,
  });
  expect(await errorOf(call)).toMatchObject({ statusCode: 402, code: 'authentication_required' });
});
