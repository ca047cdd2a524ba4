import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { cardBounds, cardOffer, intentOfEvent, toMajor, toMinor, toRemote } from './translate.ts';

const WITHOUT_MINOR_UNITS = ['CLP', 'PYG'];

test.each(CURRENCIES)('%s: fifty in Stripe’s minor units', (currency) => {
  expect(toMinor(50, currency)).toBe(WITHOUT_MINOR_UNITS.includes(currency) ? 50 : 5000);
});

test('every amount of the specification survives the round trip, in every currency', () => {
  const amounts = fc.integer({ min: 1, max: MAX_AMOUNT_MAJOR });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...CURRENCIES), (amount, currency) => {
      expect(Number.isSafeInteger(toMinor(amount, currency))).toBe(true);
      expect(toMajor(toMinor(amount, currency), currency)).toBe(amount);
      expect(toMajor(toMinor(amount, currency), currency.toLowerCase())).toBe(amount);
    }),
  );
});

test('a card accepts at most twelve digits of minor units, and at least the documented minimum', () => {
  expect(cardBounds('USD')).toEqual({ min: 1, max: 9_999_999_999 });
  expect(cardBounds('MXN')).toEqual({ min: 10, max: 9_999_999_999 });
  expect(cardBounds('CLP')).toEqual({ min: 1, max: 999_999_999_999 });
  for (const currency of CURRENCIES) {
    const bounds = cardBounds(currency);
    expect(bounds === null, currency).toBe(currency === 'BRB');
    if (bounds) expect(toMinor(bounds.max, currency)).toBeLessThanOrEqual(999_999_999_999);
  }
});

test('a card is offered for what is worth half a US dollar, in every currency that Stripe collects', () => {
  const least = Object.fromEntries(CURRENCIES.map((currency) => [currency, cardOffer(currency)?.min ?? null]));
  expect(least).toEqual({
    ARS: 1_000,
    AUD: 1,
    BOB: 5,
    BRB: null,
    BRL: 1,
    CAD: 1,
    CLP: 600,
    COP: 2_500,
    CRC: 300,
    DOP: 40,
    EUR: 1,
    GBP: 1,
    GTQ: 5,
    HNL: 15,
    MXN: 10,
    NIO: 25,
    PEN: 2,
    PYG: 4_500,
    USD: 1,
    UYU: 25,
  });
  for (const currency of CURRENCIES) expect(cardOffer(currency)?.max).toBe(cardBounds(currency)?.max);
});

const charge = (fields: object) => ({ id: 'ch_1', created: 100, amount_refunded: 0, ...fields }) as Stripe.Charge;
const intent = (fields: object) =>
  ({
    id: 'pi_1',
    object: 'payment_intent',
    amount: 5000,
    amount_received: 0,
    currency: 'usd',
    created: 50,
    metadata: { checkout_link: 'chl_1' },
    latest_charge: null,
    ...fields,
  }) as unknown as Stripe.PaymentIntent;
const stripeRefund = (status: string, amount: number, fields: object = { balance_transaction: 'txn_1' }) =>
  ({
    id: 're_1',
    status,
    amount,
    created: 100,
    metadata: { refund: 'ref_1' },
    ...fields,
  }) as unknown as Stripe.Refund;
const dispute = (status: string) =>
  ({
    id: 'du_1',
    status,
    amount: 2000,
    currency: 'usd',
    created: 100,
    evidence_details: { due_by: 300 },
  }) as Stripe.Dispute;
const nothing = { failedCharges: [], refunds: [], disputes: [] };

describe('a translated intent', () => {
  const paid = { status: 'succeeded', amount_received: 5000 };

  test.each([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'a_status_of_the_future',
  ])('%s is live and has no money', (status) => {
    expect(toRemote(intent({ status }), nothing)).toMatchObject({ status: 'live', money: [], declines: [] });
  });

  test('processing: the donor has paid, and the processor has not decided', () => {
    expect(toRemote(intent({ status: 'processing' }), nothing)).toMatchObject({
      status: 'processing',
      money: [],
    });
  });

  test('canceled is final', () => {
    expect(toRemote(intent({ status: 'canceled' }), nothing).status).toBe('canceled');
  });

  test('succeeded has the received amount, the time of the charge, and the refunds', () => {
    const latest_charge = charge({ created: 200, amount_refunded: 1000 });
    expect(toRemote(intent({ ...paid, latest_charge }), nothing).money).toEqual([
      {
        id: 'pi_1',
        linkId: 'chl_1',
        amountMajor: 50,
        amountMinor: 5000n,
        currency: 'USD',
        succeededAt: new Date(200_000),
        refundedMinor: 1000n,
        refunds: [],
        disputes: [],
        costs: { movements: [], complete: false, releasedAt: null, isReleased: null },
      },
    ]);
  });

  test('a card is told by its brand, its last digits, the wallet that held it and the text on the statement', () => {
    const card = { brand: 'visa', last4: '4242', wallet: { type: 'apple_pay' } };
    const latest_charge = charge({
      payment_method_details: { type: 'card', card },
      calculated_statement_descriptor: 'GIVE* A WELL',
    });
    expect(toRemote(intent({ ...paid, latest_charge }), nothing).money[0]?.source).toEqual({
      cardBrand: 'visa',
      cardLast4: '4242',
      cardWallet: 'apple_pay',
      bankName: null,
      statementDescriptor: 'GIVE* A WELL',
    });
  });

  test('money without a link has none', () => {
    expect(toRemote(intent({ ...paid, metadata: {} }), nothing).money[0]?.linkId).toBeNull();
  });

  test.each([
    ['warning_needs_response', 'inquiry', 'open'],
    ['warning_under_review', 'inquiry', 'open'],
    ['warning_closed', 'inquiry', 'closed'],
    ['prevented', 'inquiry', 'closed'],
    ['needs_response', 'chargeback', 'open'],
    ['under_review', 'chargeback', 'open'],
    ['won', 'chargeback', 'won'],
    ['lost', 'chargeback', 'lost'],
    ['a_status_of_the_future', 'chargeback', 'open'],
  ])('a dispute that is %s is an %s, and %s', (theirs, kind, status) => {
    const around = { ...nothing, disputes: [dispute(theirs)] };
    expect(toRemote(intent(paid), around).money[0]?.disputes).toEqual([
      {
        id: 'du_1',
        kind,
        status,
        amountMinor: 2000n,
        currency: 'USD',
        respondBy: theirs.endsWith('needs_response') ? new Date(300_000) : null,
        openedAt: new Date(100_000),
      },
    ]);
  });

  test.each([
    ['succeeded', 'txn_1', 'succeeded', true],
    ['pending', 'txn_1', 'pending', true],
    ['pending', null, 'pending', false],
    ['requires_action', null, 'pending', false],
    ['failed', 'txn_1', 'failed', false],
    ['canceled', null, 'failed', false],
  ])('a refund that is %s with the transaction %s is %s', (theirs, made, status, hasLeft) => {
    const refund = stripeRefund(theirs, 700, { balance_transaction: made });
    expect(toRemote(intent(paid), { ...nothing, refunds: [refund] }).money[0]?.refunds).toEqual([
      { id: 're_1', refundId: 'ref_1', amountMinor: 700n, status, hasLeft, createdAt: new Date(100_000) },
    ]);
  });

  test('what is refunded is Stripe’s sum without the refunds that are pending', () => {
    const listed = [
      stripeRefund('succeeded', 1000),
      stripeRefund('pending', 300),
      stripeRefund('requires_action', 30),
      stripeRefund('failed', 7),
    ];
    const refunded = (fields: object, refunds: Stripe.Refund[] | null) =>
      toRemote(intent({ ...paid, latest_charge: charge(fields) }), { ...nothing, refunds }).money[0]?.refundedMinor;
    expect(refunded({ amount_refunded: 1330 }, listed)).toBe(1000n);
    // The whole list could not be had: the charge has the newest ones.
    expect(refunded({ amount_refunded: 1330, refunds: { data: listed } }, null)).toBe(1000n);
    expect(refunded({ amount_refunded: 1330 }, null)).toBeNull();
    expect(refunded({ amount_refunded: 0 }, null)).toBe(0n);
  });

  test('each failed charge is a decline, named by its own id', () => {
    const failed = charge({ failure_code: 'card_declined', outcome: { reason: 'lost_card' } });
    expect(
      toRemote(intent({ status: 'requires_payment_method' }), { ...nothing, failedCharges: [failed] }).declines,
    ).toEqual([{ reference: 'ch_1', code: 'lost_card', declinedAt: new Date(100_000) }]);
  });
});

test.each([
  [{ object: 'payment_intent', id: 'pi_1' }, 'pi_1'],
  [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
  [{ object: 'refund', id: 're_1', payment_intent: { id: 'pi_1' } }, 'pi_1'],
  [{ object: 'dispute', id: 'du_1', payment_intent: null }, null],
  [{ object: 'customer', id: 'cus_1' }, null],
])('an event about %j is about the intent %s', (object, id) => {
  expect(intentOfEvent({ data: { object } } as unknown as Stripe.Event)).toBe(id);
});
