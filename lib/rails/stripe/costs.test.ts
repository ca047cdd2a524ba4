import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { costsOf } from './translate.ts';

/** Available two days after it was created. */
const AVAILABLE = new Date('2026-11-23T00:00:00Z');
const booked = (id: string, amount: number, fee: number, currency = 'usd') =>
  ({
    id,
    amount,
    fee,
    currency,
    net: amount - fee,
    available_on: AVAILABLE.getTime() / 1000,
    status: 'pending',
  }) as Stripe.BalanceTransaction;
const charge = (members: object) =>
  ({ amount_captured: 5000, balance_transaction: booked('txn_1', 5000, 175), ...members }) as Stripe.Charge;
const refunds = (...data: object[]) => data as Stripe.Refund[];

test('the money of a charge is released when its balance transaction is available, whatever its refunds are', () => {
  const later = { ...booked('txn_2', -1000, 0), available_on: AVAILABLE.getTime() / 1000 + 86_400 };
  const given = refunds({ status: 'succeeded', amount: 1000, balance_transaction: later });
  expect(costsOf(charge({}), given, [])).toMatchObject({ releasedAt: AVAILABLE, isReleased: false });
  const available = charge({ balance_transaction: { ...booked('txn_1', 5000, 175), status: 'available' } });
  expect(costsOf(available, given, [])).toMatchObject({ releasedAt: AVAILABLE, isReleased: true });
});

test('a charge costs the fee of its balance transaction, in the settlement currency', () => {
  const pesos = charge({ amount_captured: 5_000_000, balance_transaction: booked('txn_1', 1250, 66) });
  expect(costsOf(pesos, [], [])).toEqual({
    complete: true,
    releasedAt: AVAILABLE,
    isReleased: false,
    movements: [{ id: 'txn_1', amountMinor: 5_000_000n, settledCurrency: 'USD', settledMinor: 1250n, feeMinor: 66n }],
  });
});

test.each([
  ['no charge yet', null],
  ['no balance transaction yet', charge({ balance_transaction: null })],
  ['one that was not expanded', charge({ balance_transaction: 'txn_1' })],
])('with %s the fees are incomplete', (_name, given) => {
  expect(costsOf(given, [], [])).toEqual({
    movements: [],
    complete: false,
    releasedAt: null,
    isReleased: null,
  });
});

test('refunds are money out, and failed ones money in', () => {
  const given = refunds(
    { status: 'succeeded', amount: 1000, balance_transaction: booked('txn_2', -1000, 0) },
    {
      status: 'failed',
      amount: 500,
      balance_transaction: booked('txn_3', -500, 0),
      failure_balance_transaction: booked('txn_4', 500, 0),
    },
    { status: 'canceled', amount: 9, balance_transaction: null },
    // It waited for a balance that never came.
    { status: 'failed', amount: 7, balance_transaction: null },
  );
  const { movements, complete } = costsOf(charge({}), given, []);
  expect(movements.map(({ id, amountMinor }) => [id, amountMinor])).toEqual([
    ['txn_1', 5000n],
    ['txn_2', -1000n],
    ['txn_3', -500n],
    ['txn_4', 500n],
  ]);
  expect(complete).toBe(true);
});

test('a refund without a balance transaction leaves the fees incomplete', () => {
  const pending = refunds({ status: 'pending', amount: 1000, balance_transaction: null });
  expect(costsOf(charge({}), pending, [])).toMatchObject({ complete: false, movements: [{ id: 'txn_1' }] });
});

test.each([
  ['needs_response', [], false],
  ['under_review', [], false],
  ['lost', [], false],
  ['a_status_of_the_future', [], false],
  ['won', [-5000], false],
  ['needs_response', [-5000], true],
  ['lost', [-5000], true],
  ['won', [-5000, 5000], true],
  ['warning_needs_response', [], true],
  ['warning_closed', [], true],
  ['prevented', [], true],
  ['prevented', [-5000, 5000], true],
])('the fees of a dispute that is %s, with movements of %j, are complete: %s', (status, amounts, expected) => {
  const balance_transactions = amounts.map((amount, index) => booked(`txn_d${index}`, amount, 0));
  const dispute = { amount: 5000, status, balance_transactions } as unknown as Stripe.Dispute;
  expect(costsOf(charge({}), [], [dispute]).complete).toBe(expected);
  const unlisted = { amount: 5000, status } as unknown as Stripe.Dispute;
  if (amounts.length === 0) expect(costsOf(charge({}), [], [unlisted]).complete).toBe(expected);
});

test('a dispute takes the money and a fee, and returns both when it is won', () => {
  const dispute = {
    amount: 5000,
    balance_transactions: [booked('txn_5', -5000, 1500), booked('txn_6', 5000, -1500)],
  } as Stripe.Dispute;
  expect(costsOf(charge({}), [], [dispute]).movements.slice(1)).toMatchObject([
    { amountMinor: -5000n, feeMinor: 1500n },
    { amountMinor: 5000n, feeMinor: -1500n },
  ]);
});
