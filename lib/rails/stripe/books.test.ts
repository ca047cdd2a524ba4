import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { toBookLine, toHoldings } from './books.ts';

const transaction = (members: object) =>
  ({
    id: 'txn_1',
    amount: 5000,
    fee: 175,
    net: 4825,
    currency: 'usd',
    created: 1_700_000_000,
    type: 'charge',
    reporting_category: 'charge',
    source: null,
    ...members,
  }) as Stripe.BalanceTransaction;

test('a line has the intent it belongs to, through a charge, a refund or a dispute', () => {
  const source = (object: string) => ({ object, id: 'x_1', charge: 'ch_1', payment_intent: 'pi_1' });
  for (const object of ['charge', 'refund', 'dispute'])
    expect(toBookLine(transaction({ source: source(object) })).gatewayPaymentId).toBe('pi_1');
  const alone = { object: 'charge', id: 'ch_1', payment_intent: null };
  expect(toBookLine(transaction({ source: alone })).gatewayPaymentId).toBe('ch_1');
  expect(toBookLine(transaction({ source: { object: 'payout', id: 'po_1' } })).gatewayPaymentId).toBeNull();
});

test.each([
  ['charge', 'charge', 'payment'],
  ['refund_failure', 'refund_failure', 'refund'],
  ['adjustment', 'dispute', 'dispute'],
  ['adjustment', 'dispute_reversal', 'dispute'],
  ['payout_failure', 'payout_reversal', 'payout'],
  ['stripe_fee', 'fee', 'fee'],
  ['adjustment', 'other_adjustment', 'other'],
  ['a_type_of_tomorrow', 'a_category_of_tomorrow', 'other'],
])('%s, of the category %s, is a line of kind %s', (type, category, kind) => {
  expect(toBookLine(transaction({ type, reporting_category: category })).kind).toBe(kind);
});

test('the balance is the sum of available and pending, by currency', () => {
  const balance = {
    available: [{ currency: 'usd', amount: 100 }],
    pending: [
      { currency: 'usd', amount: 50 },
      { currency: 'eur', amount: -7 },
    ],
  } as Stripe.Balance;
  expect(toHoldings(balance)).toEqual(
    new Map([
      ['USD', 150n],
      ['EUR', -7n],
    ]),
  );
});
