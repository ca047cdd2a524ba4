// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());
beforeEach(() => emulators.control('stripe/reset'));

async function pay(amount: number, currency: string) {
  return emulators.stripe().paymentIntents.create({
    amount,
    currency,
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
}

async function read(intent: string): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await emulators.stripe().paymentIntents.retrieve(intent, {
    expand: [
      'latest_charge.balance_transaction',
      'latest_charge.refunds.data.balance_transaction',
      'latest_charge.refunds.data.failure_balance_transaction',
    ],
  });
  return charge as Stripe.Charge;
}

test('a charge settles in its own currency with its fee, unless the account settles in another', async () => {
  const { balance_transaction: booked } = await read((await pay(5000, 'eur')).id);
  expect(booked).toMatchObject({ amount: 5000, currency: 'eur', fee: 175, net: 4825, exchange_rate: null });
});

test.each([
  ['cop', 0.00025, 5_000_000, 1250, 66],
  ['clp', 0.00105, 20_000, 2100, 91],
])('%s at %d settles in dollars, with the fee in dollars', async (currency, rate, amount, settled, fee) => {
  await emulators.control('stripe/settlement', { currency: 'usd', rates: { [currency]: rate } });
  const { id } = await pay(amount, currency);
  const { balance_transaction: booked } = await read(id);
  expect(booked).toMatchObject({
    amount: settled,
    currency: 'usd',
    exchange_rate: rate,
    fee,
    net: settled - fee,
    fee_details: [{ amount: fee, currency: 'usd', type: 'stripe_fee' }],
  });
  await emulators.stripe().refunds.create({ payment_intent: id });
  const [refund] = (await read(id)).refunds?.data ?? [];
  expect(refund?.balance_transaction).toMatchObject({ amount: -settled, currency: 'usd', fee: 0 });
});

test('a charge settles later when switched to do so, by its own id', async () => {
  await emulators.control('stripe/settlement', { late: true });
  const { id } = await pay(5000, 'usd');
  expect((await read(id)).balance_transaction).toBeNull();
  await emulators.control('stripe/settlement', { late: false });
  const { balance_transaction: booked } = await read(id);
  const { id: transaction } = booked as Stripe.BalanceTransaction;
  expect(await emulators.stripe().balanceTransactions.retrieve(transaction)).toEqual(booked);
});

test('a failed refund is reversed in the balance', async () => {
  const { id } = await pay(5000, 'usd');
  await emulators.control('stripe/refunds', { mode: 'failed' });
  await emulators.stripe().refunds.create({ payment_intent: id });
  const [refund] = (await read(id)).refunds?.data ?? [];
  expect(refund).toMatchObject({
    balance_transaction: { amount: -5000 },
    failure_balance_transaction: { amount: 5000, type: 'refund_failure' },
  });
});

test('money is available two days after its charge or as control says, and its transaction reports it', async () => {
  const { id } = await pay(5000, 'usd');
  const pending = (await read(id)).balance_transaction as Stripe.BalanceTransaction;
  expect(pending).toMatchObject({ status: 'pending', available_on: pending.created + 2 * 86_400 });
  await emulators.control('clock', { advanceMs: 2 * 86_400_000 });
  expect((await read(id)).balance_transaction).toEqual({ ...pending, status: 'available' });
  await emulators.control('stripe/settlement', { releaseSeconds: 0 });
  const atOnce = (await read((await pay(5000, 'usd')).id)).balance_transaction;
  expect(atOnce).toMatchObject({ status: 'available' });
});
