// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';
import { decodeForm } from './form.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const create = (params: Record<string, unknown>) =>
  emulators.stripe().rawRequest('POST', '/v1/payment_intents', { amount: 2000, currency: 'usd', ...params });

test('nested brackets, lists and keys of any name are decoded', () => {
  const form = decodeForm('a=1&metadata[x y]=2&metadata[__proto__]=3&list[]=p&list[]=q&deep[0][id]=z&one[0]=o');
  expect(JSON.parse(JSON.stringify(form))).toEqual(
    JSON.parse('{"a":"1","metadata":{"x y":"2","__proto__":"3"},"list":["p","q"],"deep":[{"id":"z"}],"one":["o"]}'),
  );
});

test('payment_method_types is refused: this API version no longer has it', async () => {
  const error = await errorOf(create({ payment_method_types: ['card'] }));
  expect(error).toMatchObject({ statusCode: 400, code: 'payment_method_types_no_longer_supported' });
});

test('allowed_payment_method_types excludes automatic_payment_methods', async () => {
  const both = { allowed_payment_method_types: ['card'], automatic_payment_methods: { enabled: true } };
  expect(await errorOf(create(both))).toMatchObject({ code: 'parameters_exclusive' });
  const automatic = await emulators.stripe().paymentIntents.create({ amount: 2000, currency: 'usd' });
  expect(automatic.automatic_payment_methods).toEqual({ enabled: true, allow_redirects: 'always' });
});

test('unknown and missing parameters are named', async () => {
  expect(await errorOf(create({ colour: 'red' }))).toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  });
  expect(await errorOf(create({ amount: '' }))).toMatchObject({ code: 'parameter_missing', param: 'amount' });
  expect(await errorOf(create({ amount: '12.5' }))).toMatchObject({ code: 'parameter_invalid_integer' });
});

test('the address of a payer is in ASCII, and an intent whose payer has another is not confirmed', async () => {
  const intent = await emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const confirm = (email: string) =>
    emulators.stripe().paymentIntents.confirm(intent.id, {
      payment_method_data: { type: 'card', card: { token: 'tok_google_pay' }, billing_details: { email } },
    } as Stripe.PaymentIntentConfirmParams);
  expect(await errorOf(confirm('josé@example.org'))).toMatchObject({ statusCode: 400, code: 'email_invalid' });
  expect(await confirm('jose@example.org')).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['usd', 49, 'Amount must be at least $0.50 usd'],
  ['gbp', 29, 'Amount must be at least £0.30 gbp'],
  ['mxn', 999, 'Amount must be at least $10.00 mxn'],
  ['cop', 100_000, 'Amount must convert to at least 50 cents. $1,000.00 COP converts to approximately $0.25.'],
  ['clp', 100, 'Amount must convert to at least 50 cents. $100 CLP converts to approximately $0.10.'],
])('%s %i is too small', async (currency, amount, message) => {
  const error = await errorOf(create({ currency, amount }));
  expect(error).toMatchObject({ statusCode: 400, code: 'amount_too_small', param: 'amount' });
  expect(error.message).toBe(message);
});

test('thirteen digits are too much, and control can set another limit', async () => {
  expect(await errorOf(create({ amount: 1e12 }))).toMatchObject({ code: 'amount_too_large' });
  await create({ amount: 999_999_999_999 });
  await emulators.control('stripe/limits', { currency: 'crc', min: 1, max: 99_999_999 });
  await create({ currency: 'crc', amount: 1 });
  expect(await errorOf(create({ currency: 'crc', amount: 100_000_000 }))).toMatchObject({
    code: 'amount_too_large',
  });
});

test('BRB is not a currency Stripe knows', async () => {
  const error = await errorOf(create({ currency: 'brb' }));
  expect(error).toMatchObject({ statusCode: 400, param: 'currency' });
  expect(error.message).toMatch(/^Invalid currency: brb\. Stripe currently supports these currencies: usd, /);
});

test('metadata has limits, and keys such as __proto__ are ordinary', async () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']));
  expect((await errorOf(create({ metadata: many }))).param).toBe('metadata');
  expect((await errorOf(create({ metadata: { ['k'.repeat(41)]: 'v' } }))).statusCode).toBe(400);
  expect((await errorOf(create({ metadata: { k: 'v'.repeat(501) } }))).statusCode).toBe(400);
  const metadata = JSON.parse('{"__proto__":"1","0":"2"}');
  const made = (await create({ metadata })) as unknown as { metadata: object };
  expect(JSON.stringify(made.metadata)).toBe('{"0":"2","__proto__":"1"}');
});

test('a property that cannot be expanded is refused', async () => {
  expect((await errorOf(create({ expand: ['amount'] }))).message).toContain('cannot be expanded');
});

test('an unknown path is Stripe’s 404', async () => {
  const error = await errorOf(emulators.stripe().rawRequest('GET', '/v1/unicorns'));
  expect(error.statusCode).toBe(404);
  expect(error.message).toContain('Unrecognized request URL (GET: /v1/unicorns)');
});
