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

const TWO_DAYS_MS = 2 * 86_400_000;

async function pay(amount = 2000, currency = 'usd'): Promise<string> {
  const { id } = await emulators.stripe().paymentIntents.create({
    amount,
    currency,
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return id;
}

const wait = (advanceMs = TWO_DAYS_MS) => emulators.control('clock', { advanceMs });
const payOut = (input: object = {}) => emulators.control('stripe/payout', input) as Promise<Stripe.Payout>;
const transactions = (params: Stripe.BalanceTransactionListParams = {}) =>
  emulators.stripe().balanceTransactions.list(params);

type Books = Record<'balance' | 'available' | 'pending', Record<string, number>> & { transactions: object[] };
const books = () => emulators.control('stripe/books') as Promise<Books>;

/** The account's balance by currency, as `GET /v1/balance` reports it. */
async function balance() {
  const { available, pending } = await emulators.stripe().balance.retrieve();
  const sums = (rows: { currency: string; amount: number }[]) =>
    Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
  return { available: sums(available), pending: sums(pending) };
}

test('money is pending until the clock passes the time it becomes available', async () => {
  await pay(2000);
  await pay(5000, 'eur');
  expect(await balance()).toEqual({ available: { usd: 0, eur: 0 }, pending: { usd: 1912, eur: 4825 } });
  expect((await transactions()).data.map(({ status }) => status)).toEqual(['pending', 'pending']);
  await wait();
  expect(await balance()).toEqual({ available: { usd: 1912, eur: 4825 }, pending: { usd: 0, eur: 0 } });
  const { data } = await transactions({ currency: 'eur' });
  expect(data).toMatchObject([{ status: 'available', net: 4825 }]);
  const read = await emulators.stripe().balanceTransactions.retrieve(data[0]?.id ?? '');
  expect(read.status).toBe('available');
});

test('an account without movements has a balance of zero dollars', async () => {
  expect(await balance()).toEqual({ available: { usd: 0 }, pending: { usd: 0 } });
  expect(await books()).toEqual({ balance: {}, available: {}, pending: {}, transactions: [] });
});

test('a refund takes money no earlier than that money is available', async () => {
  const intent = await pay();
  await emulators.stripe().refunds.create({ payment_intent: intent, amount: 500 });
  expect((await balance()).pending).toEqual({ usd: 1412 });
  await wait();
  await emulators.stripe().refunds.create({ payment_intent: intent, amount: 100 });
  expect(await balance()).toEqual({ available: { usd: 1312 }, pending: { usd: 0 } });
});

test('an automatic payout pays out all available money, and lists its transactions', async () => {
  await pay();
  await wait();
  await pay();
  const payout = await payOut();
  expect(payout).toMatchObject({ status: 'paid', amount: 1912, currency: 'usd', automatic: true });
  expect(await balance()).toMatchObject({ available: { usd: 0 }, pending: { usd: 1912 } });
  const paidOut = await transactions({ payout: payout.id });
  expect(paidOut.data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -1912],
    ['charge', 1912],
  ]);
  expect((await emulators.stripe().payouts.list()).data).toMatchObject([{ id: payout.id }]);
  const { data } = await emulators.stripe().events.list({ type: 'payout.*' });
  expect(data.map(({ type }) => type).reverse()).toEqual([
    'payout.created',
    'payout.paid',
    'payout.reconciliation_completed',
  ]);
  await expect(payOut()).rejects.toThrow('insufficient funds');
});

test('a manual payout takes its amount, and no more than is available', async () => {
  await pay();
  await expect(payOut({ amount: 100 })).rejects.toThrow('insufficient funds');
  await wait();
  const made = await payOut({ amount: 1000, status: 'in_transit' });
  expect(made).toMatchObject({ status: 'in_transit', automatic: false });
  expect((await balance()).available).toEqual({ usd: 912 });
  expect((await errorOf(transactions({ payout: made.id }))).message).toContain('automatic');
});

test.each([
  ['failed', 'payout_failure'],
  ['canceled', 'payout_cancel'],
])('a payout that is %s brings the money back as a %s', async (outcome, type) => {
  await pay();
  await wait();
  const { id } = await payOut({ amount: 1000, status: 'in_transit' });
  const settled = (await emulators.control('stripe/settle_payout', { payout: id, outcome })) as Stripe.Payout;
  expect((await emulators.stripe().payouts.list()).data).toEqual([settled]);
  expect(settled.status).toBe(outcome);
  const { data } = await transactions({ source: id, type });
  expect(data).toMatchObject([{ id: settled.failure_balance_transaction, net: 1000 }]);
  expect((await balance()).available).toEqual({ usd: 1912 });
  await expect(emulators.control('stripe/settle_payout', { payout: id, outcome })).rejects.toThrow('already');
});

test('a paid payout can fail later', async () => {
  await pay();
  await wait();
  const { id } = await payOut();
  await emulators.control('stripe/settle_payout', { payout: id, outcome: 'failed' });
  expect((await balance()).available).toEqual({ usd: 1912 });
  expect((await payOut()).amount).toBe(1912);
});

test('balance transactions are found by time, type and source, page by page', async () => {
  const first = await pay();
  await wait(10_000);
  const { id: refund } = await emulators.stripe().refunds.create({ payment_intent: first });
  await wait(10_000);
  await pay();
  const { data: all } = await transactions();
  expect(all.map(({ type }) => type)).toEqual(['charge', 'refund', 'charge']);
  const middle = all[1]?.created ?? 0;
  const at = async (created: Stripe.RangeQueryParam) => (await transactions({ created })).data.length;
  expect([await at({ gte: middle }), await at({ gt: middle })]).toEqual([2, 1]);
  expect([await at({ lte: middle }), await at({ lt: middle })]).toEqual([2, 1]);
  expect((await transactions({ source: refund })).data).toMatchObject([{ type: 'refund' }]);
  expect((await transactions({ type: 'charge' })).data).toHaveLength(2);
  const paged = await transactions({ limit: 1 }).autoPagingToArray({ limit: 10 });
  expect(paged).toEqual(all);
});

test('the balance is the sum of all balance transactions after any sequence', async () => {
  await emulators.control('stripe/settlement', { currency: 'usd', rates: { cop: 0.00025 } });
  const [one, two] = [await pay(), await pay(5_000_000, 'cop')];
  await pay(5000, 'eur');
  await emulators.stripe().refunds.create({ payment_intent: two, amount: 1_000_000 });
  const dispute = (await emulators.control('stripe/dispute', {
    payment_intent: one,
    amount: 700,
  })) as Stripe.Dispute;
  await wait();
  await payOut({ amount: 100 });
  await emulators.control('stripe/move_dispute', { dispute: dispute.id, status: 'won' });
  const account = await books();
  const sums: Record<string, number> = {};
  for await (const { currency, net } of emulators.stripe().balanceTransactions.list({ limit: 2 })) {
    sums[currency.toUpperCase()] = (sums[currency.toUpperCase()] ?? 0) + net;
  }
  expect(account.balance).toEqual(sums);
  expect(account.transactions).toHaveLength(7);
  expect(account.available).toEqual({ USD: 1912 + 1184 - 250 - 100, EUR: 4825 });
  expect(account.pending).toEqual({ USD: 0, EUR: 0 });
});
