// @module-tag full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

async function pay(method = 'pm_card_visa', amount = 2000) {
  return emulators.stripe().paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
    expand: ['latest_charge'],
  });
}

const chargeOf = async (intent: string) => {
  const [charge] = (await emulators.stripe().charges.list({ payment_intent: intent })).data;
  if (charge === undefined) throw new Error('no charge');
  return charge;
};

test('a full refund returns the money; the intent stays succeeded', async () => {
  const { id } = await pay();
  const refund = await emulators.stripe().refunds.create({
    payment_intent: id,
    reason: 'requested_by_customer',
    metadata: { why: 'late' },
  });
  expect(refund).toMatchObject({
    status: 'succeeded',
    amount: 2000,
    payment_intent: id,
    metadata: { why: 'late' },
  });
  expect(await chargeOf(id)).toMatchObject({ refunded: true, amount_refunded: 2000 });
  expect((await emulators.stripe().paymentIntents.retrieve(id)).status).toBe('succeeded');
  const booked = await emulators.stripe().balanceTransactions.list({ source: refund.id });
  expect(booked.data).toMatchObject([{ amount: -2000, fee: 0, type: 'refund' }]);
});

test('partial refunds add up, and cannot exceed the charge', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay();
  expect((await errorOf(stripe.refunds.create({ payment_intent: id, amount: 2001 }))).message).toBe(
    'Refund amount ($20.01) is greater than charge amount ($20.00)',
  );
  await stripe.refunds.create({ payment_intent: id, amount: 500 });
  expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 500 });
  const over = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 1501 }));
  expect(over.message).toBe('Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)');
  await stripe.refunds.create({ payment_intent: id });
  const again = await errorOf(stripe.refunds.create({ payment_intent: id }));
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([1500, 500]);
});

test('an intent without a successful charge cannot be refunded', async () => {
  const stripe = emulators.stripe();
  const { id } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
  expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).statusCode).toBe(400);
});

test('a pending refund succeeds later', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay('pm_card_pendingRefund');
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('pending');
  await emulators.control('clock', { advanceMs: 10_000 });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
});

test('a refund that fails later puts the money back on the charge', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay('pm_card_refundFail');
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('succeeded');
  await emulators.control('clock', { advanceMs: 10_000 });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
  expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 0 });
});

test('refunds of any card can be switched to pending and settled by control', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay();
  await emulators.control('stripe/refunds', { mode: 'pending' });
  const refund = await stripe.refunds.create({ payment_intent: id });
  await emulators.control('stripe/refunds', { mode: 'succeeded' });
  expect(refund.status).toBe('pending');
  await emulators.control('stripe/settle_refund', { refund: refund.id, outcome: 'failed' });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
});

test('a disputed charge cannot be refunded; if it is won, money and fee are returned', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay('pm_card_createDispute');
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 2000, reason: 'fraudulent' });
  expect(await chargeOf(id)).toMatchObject({ disputed: true });
  expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  });
  await emulators.control('stripe/close_dispute', { dispute: dispute?.id, outcome: 'won' });
  const [won] = (await stripe.disputes.list({ payment_intent: id })).data;
  expect(won?.status).toBe('won');
  expect(won?.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(0);
});

test('a dispute can be opened on any paid charge and lost', async () => {
  const stripe = emulators.stripe();
  const { id } = await pay();
  const dispute = await emulators.control('stripe/dispute', { payment_intent: id });
  expect(dispute).toMatchObject({ object: 'dispute', payment_intent: id });
  const [open] = (await stripe.disputes.list({ payment_intent: id })).data;
  await emulators.control('stripe/close_dispute', { dispute: open?.id, outcome: 'lost' });
  expect((await stripe.disputes.list({ payment_intent: id })).data).toMatchObject([{ status: 'lost' }]);
});
