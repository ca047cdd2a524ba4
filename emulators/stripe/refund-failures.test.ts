// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());
beforeEach(() => emulators.control('reset'));

async function pay(): Promise<string> {
  const { id } = await emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return id;
}

const refund = (intent: string, idempotencyKey: string, amount?: number) =>
  emulators
    .stripe()
    .refunds.create({ payment_intent: intent, ...(amount === undefined ? {} : { amount }) }, { idempotencyKey });
const listed = async (intent: string) =>
  (await emulators.stripe().refunds.list({ payment_intent: intent })).data.map(({ status }) => status);
const charge = async (intent: string) => {
  const read = await emulators.stripe().paymentIntents.retrieve(intent, {
    expand: ['latest_charge.refunds', 'latest_charge.balance_transaction'],
  });
  return read.latest_charge as Stripe.Charge;
};

test.each([
  [false, [], 'succeeded'],
  [true, ['succeeded'], 'charge_already_refunded'],
])('a stored 500 is replayed for a day; refund made: %s', async (executed, made, next) => {
  const intent = await pay();
  await emulators.control('stripe/fail', { kind: 'status', status: 500, executed, path: '/refunds$' });
  expect((await errorOf(refund(intent, 'key:1'))).statusCode).toBe(500);
  const replay = await errorOf(refund(intent, 'key:1'));
  expect(replay).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
  expect(await listed(intent)).toEqual(made);
  const other = refund(intent, 'key:2');
  expect(executed ? (await errorOf(other)).code : (await other).status).toBe(next);
});

test('an insufficient balance is stored too: the same key replays it, a new key works later', async () => {
  const intent = await pay();
  await emulators.control('stripe/refunds', { mode: 'insufficient_balance' });
  const refused = { statusCode: 400, code: 'balance_insufficient' };
  expect(await errorOf(refund(intent, 'key:1'))).toMatchObject(refused);
  await emulators.control('stripe/refunds', { mode: 'succeeded' });
  expect(await errorOf(refund(intent, 'key:1'))).toMatchObject(refused);
  expect(await listed(intent)).toEqual([]);
  expect((await refund(intent, 'key:2')).status).toBe('succeeded');
});

const settle = (refunded: { id: string }, outcome: string) =>
  emulators.control('stripe/settle_refund', { refund: refunded.id, outcome });

test('a refund that waits for the donor changes the balance when it succeeds, and never when it is canceled', async () => {
  const intent = await pay();
  await emulators.control('stripe/refunds', { mode: 'requires_action' });
  const [one, two] = [await refund(intent, 'a', 500), await refund(intent, 'b', 300)];
  expect(one).toMatchObject({ status: 'requires_action', balance_transaction: null });
  expect((await charge(intent)).amount_refunded).toBe(800);
  expect(await settle(two, 'canceled')).toMatchObject({ status: 'canceled' });
  await settle(one, 'succeeded');
  expect((await charge(intent)).amount_refunded).toBe(500);
  const { data } = await emulators.stripe().balanceTransactions.list({ type: 'refund' });
  expect(data).toMatchObject([{ amount: -500, source: one.id }]);
  await expect(settle(one, 'canceled')).rejects.toThrow('cannot be canceled');
});

test('a refund that had succeeded can fail later, and the list shows which one', async () => {
  const intent = await pay();
  const [one, two] = [await refund(intent, 'a', 500), await refund(intent, 'b', 300)];
  await emulators.control('stripe/settle_refund', { refund: one.id, outcome: 'failed' });
  expect(await listed(intent)).toEqual(['succeeded', 'failed']);
  expect(await emulators.stripe().refunds.retrieve(two.id)).toMatchObject({ status: 'succeeded' });
  expect(await charge(intent)).toMatchObject({ amount_refunded: 300, refunded: false });
});

test('a charge shows its ten newest refunds, the list has them all', async () => {
  const intent = await pay();
  const made: string[] = [];
  for (let count = 0; count < 12; count += 1) made.unshift((await refund(intent, `key:${count}`, 10)).id);
  const { refunds } = await charge(intent);
  expect(refunds?.has_more).toBe(true);
  expect(refunds?.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
  const all = await emulators
    .stripe()
    .refunds.list({ payment_intent: intent, limit: 5 })
    .autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made);
});

test.each([
  [401, 'api_key_expired', 'StripeAuthenticationError', 'api_key_expired'],
  [401, undefined, 'StripeAuthenticationError', undefined],
  [403, undefined, 'StripePermissionError', undefined],
])('while a key is rotated: %i %s, and nothing is stored', async (status, code, type, expectedCode) => {
  const intent = await pay();
  await emulators.control('stripe/fail', { kind: 'status', status, code });
  const refused = await errorOf(refund(intent, 'key:1'));
  expect(refused.type).toBe(type);
  expect(refused.code).toBe(expectedCode);
  expect((await refund(intent, 'key:1')).status).toBe('succeeded');
});
