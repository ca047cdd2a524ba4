import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PaymentAnswer, paymentIdOf, statusOf, toMajor, toRemoteAttempt, toRemotePayment } from './translate.ts';

const payment = (overrides: object = {}): PaymentAnswer => ({
  id: 123_456_789_012,
  status: 'approved',
  status_detail: 'accredited',
  transaction_amount: 50_000,
  transaction_amount_refunded: 0,
  currency_id: 'COP',
  external_reference: 'chl_1',
  metadata: { payment: 'pay_1' },
  date_created: '2026-11-21T07:59:00.000-04:00',
  date_approved: '2026-11-21T08:00:00.123-04:00',
  date_last_updated: '2026-11-21T09:00:00.000-04:00',
  ...overrides,
});

/** Every status with its details (gateways B2), and its meaning for an attempt. */
const TABLE: [string, string[], { status: string; money: number }][] = [
  ['approved', ['accredited', 'partially_refunded'], { status: 'live', money: 1 }],
  [
    'pending',
    ['pending_waiting_transfer', 'pending_waiting_payment', 'pending_challenge'],
    { status: 'live', money: 0 },
  ],
  ['in_process', ['pending_contingency', 'pending_review_manual', 'offline_process'], { status: 'live', money: 0 }],
  ['authorized', ['pending_capture'], { status: 'live', money: 0 }],
  [
    'rejected',
    [
      'bank_error',
      'rejected_by_bank',
      'rejected_insufficient_data',
      'rejected_by_regulations',
      'insufficient_amount',
      'cc_rejected_other_reason',
      'expired',
    ],
    { status: 'declined', money: 0 },
  ],
  ['cancelled', ['expired', 'by_collector', 'by_payer'], { status: 'canceled', money: 0 }],
  ['canceled', ['expired', 'by_collector', 'by_payer'], { status: 'canceled', money: 0 }],
  ['refunded', ['refunded', 'by_admin'], { status: 'live', money: 1 }],
  ['in_mediation', ['pending'], { status: 'live', money: 1 }],
  ['charged_back', ['settled', 'reimbursed', 'in_process'], { status: 'live', money: 1 }],
];

describe.each(TABLE)('a payment that is %s', (theirs, details, { status, money }) => {
  test.each(details)(`(%s) leaves the attempt ${status} with ${money} payment of money`, (status_detail) => {
    const answer = payment({ status: theirs, status_detail });
    const holdsMoney = statusOf(answer) === 'money' ? 1 : 0;
    const why = status === 'declined' ? { lastDecline: status_detail } : {};
    expect(toRemoteAttempt(answer, [])).toEqual({ status, money: [], declines: [], ...why });
    expect(holdsMoney).toBe(money);
  });
});

test('an undocumented status is unknown, and its attempt stays live without money', () => {
  const known = new Set(TABLE.map(([status]) => status));
  const names = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'Approved', 'toString'));
  fc.assert(
    fc.property(
      names.filter((name) => !known.has(name)),
      (status) => {
        expect(statusOf({ status })).toBe('unknown');
        expect(toRemoteAttempt(payment({ status }), [])).toEqual({
          status: 'live',
          money: [],
          declines: [],
        });
      },
    ),
  );
  expect(toRemoteAttempt({}, [])).toEqual({ status: 'live', money: [], declines: [] });
});

test('a card that the wallet charged is told by brand and last digits, and what stands on the statement', () => {
  const card = {
    payment_type_id: 'credit_card',
    payment_method_id: 'master',
    card: { last_four_digits: '0604' },
  };
  expect(toRemotePayment(payment({ ...card, statement_descriptor: 'GIVE' }), []).source).toMatchObject({
    cardBrand: 'master',
    cardLast4: '0604',
    statementDescriptor: 'GIVE',
  });
  const balance = { payment_type_id: 'account_money', payment_method_id: 'account_money', card: {} };
  expect(toRemotePayment(payment(balance), []).source).toMatchObject({ cardBrand: null, cardLast4: null });
});

test('money has its amount, currency, reference and time of success', () => {
  expect(toRemotePayment(payment(), [])).toEqual({
    id: '123456789012',
    linkId: 'chl_1',
    amountMajor: 50_000,
    amountMinor: 5_000_000n,
    currency: 'COP',
    succeededAt: new Date('2026-11-21T12:00:00.123Z'),
    refundedMinor: 0n,
    refunds: [],
    disputes: [],
    costs: { movements: [], complete: false, releasedAt: null, isReleased: null },
    source: { cardBrand: null, cardLast4: null, cardWallet: null, bankName: null, statementDescriptor: null },
    paymentId: 'pay_1',
  });
});

test('an amount in cents is exact, whatever its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 14 }), (cents) => {
      const { amountMinor, amountMajor } = toRemotePayment(payment({ transaction_amount: cents / 100 }), []);
      expect(amountMinor).toBe(BigInt(cents));
      expect(amountMajor).toBe(cents / 100);
    }),
  );
});

test.each(['COP', 'MXN', 'CLP'])('an amount in %s survives the round trip, with cents or without', (currency) => {
  const { amountMinor } = toRemotePayment(payment({ transaction_amount: 5_000, currency_id: currency }), []);
  expect(toMajor(amountMinor, currency)).toBe(5_000);
});

test.each([
  ['2026-11-21T08:00:00.000-04:00', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T06:00:00.000-06:00', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T00:30:00.000+05:30', '2026-11-20T19:00:00.000Z'],
])('the time of success %s is the instant %s', (date_approved, instant) => {
  expect(toRemotePayment(payment({ date_approved }), []).succeededAt.toISOString()).toBe(instant);
});

test('without a time of approval the latest known time counts, never a guess', () => {
  const updated = toRemotePayment(payment({ date_approved: undefined }), []);
  expect(updated.succeededAt.toISOString()).toBe('2026-11-21T13:00:00.000Z');
  const nothing = { date_approved: undefined, date_last_updated: undefined, date_created: undefined };
  expect(() => toRemotePayment(payment(nothing), [])).toThrow('Bug');
  expect(() => toRemotePayment(payment({ id: undefined }), [])).toThrow('Bug');
});

test('refunds are reported, partial and full', () => {
  const partly = { transaction_amount_refunded: 20_000.5, status_detail: 'partially_refunded' };
  expect(toRemotePayment(payment(partly), []).refundedMinor).toBe(2_000_050n);
  const fully = { status: 'refunded', status_detail: 'refunded', transaction_amount_refunded: 50_000 };
  expect(toRemotePayment(payment(fully), []).refundedMinor).toBe(5_000_000n);
  // The status alone is enough: the sum may follow later.
  expect(toRemotePayment(payment({ status: 'refunded' }), []).refundedMinor).toBe(5_000_000n);
});

test.each([
  ['charged_back', 'in_process', ['chargeback open']],
  ['charged_back', 'settled', ['chargeback lost']],
  ['charged_back', 'reimbursed', ['chargeback won']],
  ['charged_back', 'a_detail_of_tomorrow', ['chargeback open']],
  ['in_mediation', 'pending', ['inquiry open']],
  ['approved', 'accredited', []],
])(
  'a payment %s with detail %s, without a chargeback object yet, has %j of all that is left',
  (status, status_detail, expected) => {
    const partly = payment({ status, status_detail, transaction_amount_refunded: 10_000 });
    const disputes = toRemotePayment(partly, []).disputes ?? [];
    expect(disputes.map((one) => `${one.kind} ${one.status}`)).toEqual(expected);
    expect(disputes.every(({ amountMinor }) => amountMinor === 4_000_000n)).toBe(true);
  },
);

test.each<[string, string, [boolean | null, boolean | null], string[]]>([
  ['charged_back', 'in_process', [false, null], ['lost', 'open']],
  ['charged_back', 'in_process', [true, null], ['won', 'open']],
  ['charged_back', 'in_process', [true, false], ['won', 'open']],
  ['charged_back', 'settled', [true, false], ['won', 'lost']],
  ['charged_back', 'settled', [true, null], ['won', 'lost']],
  ['charged_back', 'reimbursed', [false, true], ['lost', 'won']],
  ['charged_back', 'reimbursed', [false, null], ['lost', 'won']],
  ['refunded', 'refunded', [false, true], ['lost', 'won']],
])(
  'two chargebacks of a payment %s (%s), cover applied: %j, are %j, also when made at the same moment',
  (status, status_detail, [first, second], expected) => {
    const recorded = (id: string, day: number, coverage_applied: boolean | null) => ({
      id,
      amount: 20_000,
      currency: 'COP',
      coverage_applied,
      date_created: `2026-11-${day}T00:00:00Z`,
      date_documentation_deadline: '2026-11-30T00:00:00Z',
    });
    const charged = payment({ status, status_detail });
    const statuses = (day: number) => {
      const both = [recorded('cb_2', day, second), recorded('cb_1', 20, first)];
      const disputes = toRemotePayment(charged, both).disputes ?? [];
      return disputes.toSorted((a, b) => a.id.localeCompare(b.id)).map((one) => one.status);
    };
    expect(statuses(21)).toEqual(expected);
    // The later of two decided ones is unknown then.
    if (second === null) expect(statuses(20)).toEqual(expected);
  },
);

test.each([
  ['approved', 'succeeded'],
  [undefined, 'succeeded'],
  ['in_process', 'pending'],
  ['rejected', 'failed'],
  ['cancelled', 'failed'],
])('a refund that is %s is %s', (theirs, status) => {
  const stated = theirs ? { status: theirs } : {};
  const refund = { id: 5, amount: 100, date_created: '2026-11-22T00:00:00Z', ...stated };
  const { refunds } = toRemotePayment(payment({ refunds: [refund] }), []);
  expect(refunds).toMatchObject([{ id: '5', refundId: null, amountMinor: 10_000n, status }]);
});

test.each<[string, object, object]>([
  [
    'one that cannot be read',
    { refunds: [{ id: 5, amount: 100 }], transaction_amount_refunded: 100 },
    { refunds: null, refundedMinor: 10_000n },
  ],
  ['no list', { transaction_amount_refunded: 100 }, { refunds: null, refundedMinor: 10_000n }],
  ['an empty list', { refunds: [], transaction_amount_refunded: 100 }, { refunds: null, refundedMinor: 10_000n }],
  ['no sum', { refunds: [], transaction_amount_refunded: undefined }, { refunds: [], refundedMinor: null }],
])('of refunds with %s nothing else is known', (_name, answer, known) => {
  expect(toRemotePayment(payment(answer), [])).toMatchObject(known);
});

test.each([
  [{ payment: 'pay_1' }, 'pay_1'],
  [{ payment: 7 }, null],
  [{}, null],
  [null, null],
  ['pay_1', null],
  [undefined, null],
])('metadata %j names the payment %s', (metadata, expected) => {
  expect(paymentIdOf({ metadata })).toBe(expected);
});

test('money without currency or reference is reported as such, and then never counted', () => {
  const bare = toRemotePayment(payment({ currency_id: undefined, external_reference: null, metadata: {} }), []);
  expect(bare).toMatchObject({ currency: '', linkId: null, paymentId: null });
});

test('the release day has its own zone, and is null if unknown', () => {
  const { costs } = toRemotePayment(payment({ money_release_date: '2026-12-05T08:00:00.000-04:00' }), []);
  expect(costs.releasedAt).toEqual(new Date('2026-12-05T12:00:00.000Z'));
  expect(toRemotePayment(payment({ money_release_date: null }), []).costs.releasedAt).toBeNull();
});

test.each([
  ['released', true],
  ['pending', false],
  ['a word of tomorrow', false],
  [null, null],
  [undefined, null],
])('money of the status %j is released: %j', (money_release_status, isReleased) => {
  const { costs } = toRemotePayment(payment({ money_release_status }), []);
  expect(costs.isReleased).toBe(isReleased);
});

describe('Mercado Pago’s fee', () => {
  const credited = (net: number) => ({ transaction_details: { net_received_amount: net } });
  const fees = (...amounts: number[]) => ({
    fee_details: amounts.map((amount) => ({ type: 'mercadopago_fee', amount, fee_payer: 'collector' })),
  });
  const feeOf = (overrides: object) => toRemotePayment(payment(overrides), []).costs.movements[0]?.feeMinor;

  test('is the difference between amount and credit, including withheld taxes', () => {
    expect(feeOf({ ...credited(47_000), ...fees(2_500) })).toBe(300_000n);
    expect(toRemotePayment(payment({ ...credited(47_000), ...fees(2_500) }), []).costs).toEqual({
      complete: true,
      releasedAt: null,
      isReleased: null,
      movements: [
        {
          id: '123456789012',
          amountMinor: 5_000_000n,
          settledCurrency: 'COP',
          settledMinor: 5_000_000n,
          feeMinor: 300_000n,
        },
      ],
    });
  });

  test('is the collector’s fees if money was refunded since', () => {
    const since = { status: 'refunded', ...credited(0), ...fees(2_500, 100) };
    expect(feeOf(since)).toBe(260_000n);
    const payers = { fee_details: [{ type: 'financing_fee', amount: 900, fee_payer: 'payer' }] };
    expect(feeOf({ status: 'refunded', ...payers })).toBe(0n);
  });

  test('is unknown while neither is reported', () => {
    expect(toRemotePayment(payment({ fee_details: [] }), []).costs.complete).toBe(false);
  });

  test('is zero if everything was credited', () => {
    expect(feeOf(credited(50_000))).toBe(0n);
  });
});
