import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import {
  donationEntries,
  keptMinorOf,
  type Movement,
  movementEntries,
  NO_REVERSALS,
  type PaymentFacts,
  paymentEntries,
  type Reversals,
  reversalEntries,
  reversalSteps,
  splitOf,
  writeOffEntries,
} from './payment-postings.ts';
import { type Entry, mergeEntries } from './post.ts';

const PAYMENT: PaymentFacts = {
  gateway: 'stripe',
  causeKey: 'a-well',
  currency: 'USD',
  amountMinor: 5000n,
  feePercent: '5.0000',
  feeModel: 'plus_gateway_costs',
  counted: true,
};

/** Entries as `account`, or `account:CURRENCY` if not in US dollars, with their amounts. */
function amountsOf(entries: Entry[]): Record<string, bigint> {
  return Object.fromEntries(
    entries.map(({ account, currency, amountMinor }) => [
      currency === 'USD' ? account : `${account}:${currency}`,
      amountMinor,
    ]),
  );
}

test('a donation is held by the gateway, owed to the creator, and partly our income', () => {
  expect(amountsOf(donationEntries(PAYMENT))).toEqual({ gateway: 5000n, creator: -4750n, commission: -250n });
});

test('unmatched funds are owed to the donor', () => {
  expect(amountsOf(donationEntries({ ...PAYMENT, counted: false }))).toEqual({
    gateway: 5000n,
    to_give_back: -5000n,
  });
});

/** The reversed amounts of a payment: refunded, held back, lost. */
const left = (refundedMinor: bigint, disputedMinor = 0n, chargedBackMinor = 0n): Reversals => ({
  ...NO_REVERSALS,
  refundedMinor,
  disputedMinor,
  chargedBackMinor,
});

test.each<[string, Reversals, Reversals, Record<string, bigint>]>([
  [
    'a part given back returns its share of the commission',
    NO_REVERSALS,
    left(1000n),
    { gateway: -1000n, creator: 950n, commission: 50n },
  ],
  [
    'a refund that came back is as if it had not been',
    left(1000n),
    NO_REVERSALS,
    { gateway: 1000n, creator: -950n, commission: -50n },
  ],
  [
    'an open chargeback holds back what it is of, and no more',
    NO_REVERSALS,
    left(0n, 2000n),
    { gateway: -2000n, creator: 1900n, commission: 100n },
  ],
  ['one that is lost has taken what it held back: nothing moves', left(0n, 2000n), left(0n, 0n, 2000n), {}],
  [
    'one that is won puts it back',
    left(0n, 5000n),
    NO_REVERSALS,
    { gateway: 5000n, creator: -4750n, commission: -250n },
  ],
  [
    'what it takes beyond what was not given back is a loss of ours',
    left(4000n),
    left(4000n, 0n, 5000n),
    { gateway: -5000n, creator: 950n, commission: 50n, dispute_losses: 4000n },
  ],
  [
    'a refund in full and a chargeback that is lost take the money twice',
    left(5000n),
    left(5000n, 0n, 5000n),
    { gateway: -5000n, dispute_losses: 5000n },
  ],
  [
    'never more is given back than came in',
    NO_REVERSALS,
    left(9999n),
    { gateway: -5000n, creator: 4750n, commission: 250n },
  ],
])('%s', (_name, before, after, entries) => {
  expect(amountsOf(reversalEntries(PAYMENT, before, after))).toEqual(entries);
});

test('unmatched funds that a bank takes back are no longer owed to anybody', () => {
  const uncounted = { ...PAYMENT, counted: false };
  expect(amountsOf(reversalEntries(uncounted, NO_REVERSALS, left(0n, 0n, 5000n)))).toEqual({
    gateway: -5000n,
    to_give_back: 5000n,
  });
});

const FEE: Movement = { amountMinor: 5000n, settledCurrency: 'USD', settledMinor: 5000n, feeMinor: 175n };

test('under plus_gateway_costs the creator bears the gateway fee', () => {
  expect(amountsOf(movementEntries(PAYMENT, FEE))).toEqual({
    gateway: -175n,
    gateway_cost: 175n,
    creator: 175n,
    gateway_cost_recovery: -175n,
  });
});

test.each([
  ['under all_inclusive', { feeModel: 'all_inclusive' }],
  ['under a model without a name, of which nothing is assumed', { feeModel: 'bespoke_2019' }],
  ['for unmatched funds', { counted: false }],
])('%s it is our cost', (_name, change) => {
  expect(amountsOf(movementEntries({ ...PAYMENT, ...change }, FEE))).toEqual({
    gateway: -175n,
    gateway_cost: 175n,
  });
});

test('a cost in another currency goes through the exchange account of the pair, at the payment’s own rate', () => {
  const pesos = { ...PAYMENT, currency: 'COP', amountMinor: 5_000_000n };
  const entries = movementEntries(pesos, {
    amountMinor: 5_000_000n,
    settledCurrency: 'USD',
    settledMinor: 1250n,
    feeMinor: 66n,
  });
  expect(amountsOf(entries)).toEqual({
    'gateway:COP': -5_000_000n,
    'exchange:COP': 5_000_000n,
    gateway: 1184n,
    exchange: -1250n,
    gateway_cost: 66n,
    'creator:COP': 264_000n,
    'gateway_cost_recovery:COP': -264_000n,
  });
  expect(entries.find(({ account }) => account === 'exchange')?.detail).toBe('COP/USD');
});

test('a returned gateway fee is credited to the one who bore it', () => {
  const taken = movementEntries(PAYMENT, { ...FEE, amountMinor: -5000n, settledMinor: -5000n, feeMinor: 1500n });
  const returned = movementEntries(PAYMENT, { ...FEE, feeMinor: -1500n });
  expect(mergeEntries([...taken, ...returned])).toEqual([]);
});

test('a returned fee in another currency is credited at the rate of its movement', () => {
  const pesos = { ...PAYMENT, currency: 'COP', amountMinor: 5_000_000n };
  const back = { amountMinor: -5_000_000n, settledCurrency: 'USD', settledMinor: -1250n, feeMinor: -66n };
  expect(amountsOf(movementEntries(pesos, back))).toMatchObject({
    gateway_cost: -66n,
    'creator:COP': -264_000n,
    'gateway_cost_recovery:COP': 264_000n,
  });
  // A fee that is taken for money that goes out, at the same rate.
  expect(amountsOf(movementEntries(pesos, { ...back, feeMinor: 66n }))).toMatchObject({ 'creator:COP': 264_000n });
});

test('a movement too small for the other currency has no rate: its cost is ours', () => {
  const tiny = { ...FEE, amountMinor: 1n, settledCurrency: 'EUR', settledMinor: 0n, feeMinor: 5n };
  expect(amountsOf(movementEntries(PAYMENT, tiny))).not.toHaveProperty('creator');
});

const amount = fc.bigInt({ min: 1n, max: 10n ** 14n });
const facts = fc.record({
  gateway: fc.constant('stripe'),
  causeKey: fc.constant('a-well'),
  currency: fc.constantFrom(...CURRENCIES),
  amountMinor: amount,
  feePercent: fc.integer({ min: 0, max: 200_000 }).map((steps) => (steps / 10_000).toFixed(4)),
  feeModel: fc.constantFrom('plus_gateway_costs', 'all_inclusive', 'unknown'),
  counted: fc.boolean(),
});
const reversals = fc
  .record({
    byGateway: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    sentByHandMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    refundsPendingMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    refundsMovedMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    disputedMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    chargedBackMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  })
  .map(({ byGateway, ...more }) => ({ ...more, refundedMinor: byGateway + more.sentByHandMinor }));
const movement = fc.record({
  amountMinor: amount,
  settledCurrency: fc.constantFrom('USD', 'CLP', 'EUR'),
  settledMinor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  feeMinor: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
});

/** The events from one set of reversals to another: `kind`, and their entries. */
const events = (before: Partial<Reversals>, after: Partial<Reversals>, payment = PAYMENT) =>
  reversalSteps(payment, { ...NO_REVERSALS, ...before }, { ...NO_REVERSALS, ...after }).map(({ kind, entries }) => [
    kind,
    amountsOf(entries),
  ]);
const asked = { refundsPendingMinor: 1000n };
const moved = { ...asked, refundsMovedMinor: 1000n };
const done = { refundedMinor: 1000n };
const RESERVED = { creator: 950n, commission: 50n, refunds_reserved: -1000n };
const RELEASED = { creator: -950n, commission: -50n, refunds_reserved: 1000n };

test('a refund is reserved when it is asked for, and takes what is reserved when it has succeeded', () => {
  expect(events({}, asked)).toEqual([['refund_reserved', RESERVED]]);
  expect(events(asked, done)).toEqual([['refund', { gateway: -1000n, refunds_reserved: 1000n }]]);
  expect(events(asked, {})).toEqual([['refund_reserved', RELEASED]]);
  // Nobody asked us: it was made at the gateway itself.
  expect(events({}, done)).toEqual([['refund', { gateway: -1000n, creator: 950n, commission: 50n }]]);
});

test('a pending refund whose money has left the gateway’s account is in transit', () => {
  const left = { gateway: -1000n, refunds_in_transit: 1000n };
  expect(events(asked, moved)).toEqual([['refund_reserved', left]]);
  expect(events({}, moved)).toEqual([['refund_reserved', { ...RESERVED, ...left }]]);
  expect(events(moved, done)).toEqual([['refund', { refunds_in_transit: -1000n, refunds_reserved: 1000n }]]);
  expect(events(moved, {})).toEqual([['refund_reserved', { ...RELEASED, gateway: 1000n, refunds_in_transit: -1000n }]]);
});

test('a refund that succeeds while another is pending leaves that one reserved', () => {
  const both = { refundsPendingMinor: 3000n, refundsMovedMinor: 1000n };
  const rest = { ...done, refundsPendingMinor: 2000n };
  expect(events(both, rest)).toEqual([['refund', { refunds_in_transit: -1000n, refunds_reserved: 1000n }]]);
  // One by hand leaves what we asked for as it is.
  expect(events(asked, { ...asked, refundedMinor: 2000n })).toEqual([
    ['refund', { gateway: -2000n, creator: 1900n, commission: 100n }],
  ]);
});

test('a refund that fails after another has succeeded is released, and nothing counts as refunded again', () => {
  expect(events({ ...done, ...asked }, done)).toEqual([['refund_reserved', RELEASED]]);
  // One whose money has left the account goes on while another, whose has not, succeeds.
  const both = { refundsPendingMinor: 3000n, refundsMovedMinor: 1000n };
  expect(events(both, { ...moved, refundedMinor: 2000n })).toEqual([
    ['refund', { gateway: -2000n, refunds_reserved: 2000n }],
  ]);
});

test('no more is in transit than the gateway has left', () => {
  const held = (byGateway: bigint) =>
    amountsOf(paymentEntries(PAYMENT, { ...left(byGateway), refundsMovedMinor: 1000n }));
  expect(held(3500n)).toMatchObject({ gateway: 500n, refunds_in_transit: 1000n });
  expect(held(4500n)).toMatchObject({ refunds_in_transit: 500n });
  expect(held(4500n)).not.toHaveProperty('gateway');
});

test('only the accounts of gateways and of exchanges have a detail', () => {
  const all = {
    ...NO_REVERSALS,
    refundedMinor: 1000n,
    sentByHandMinor: 400n,
    refundsPendingMinor: 500n,
    disputedMinor: 4000n,
  };
  const pesos = { ...PAYMENT, currency: 'COP' };
  const entries = [
    ...paymentEntries(PAYMENT, { ...all, refundsMovedMinor: 300n, chargedBackMinor: 2000n }),
    ...paymentEntries({ ...PAYMENT, counted: false }, all),
    ...movementEntries(pesos, { ...FEE, amountMinor: 5_000_000n }),
  ];
  const details = Object.fromEntries(entries.map(({ account, detail }) => [account, detail]));
  const { gateway, exchange, ...others } = details;
  expect([gateway, exchange]).toEqual(['stripe', 'COP/USD']);
  expect(new Set(Object.values(others))).toEqual(new Set(['']));
});

test('what a chargeback holds back is not reserved as well', () => {
  const disputed = { disputedMinor: 4500n };
  expect(events(asked, { ...asked, ...disputed })).toEqual([
    ['refund_reserved', { refunds_reserved: 500n, creator: -475n, commission: -25n }],
    ['dispute', { gateway: -4500n, creator: 4275n, commission: 225n }],
  ]);
  expect(events({ ...asked, ...disputed }, { ...done, ...disputed })).toEqual([
    ['refund', { gateway: -1000n, refunds_reserved: 500n, creator: 475n, commission: 25n }],
    ['dispute', { dispute_losses: 500n, creator: -475n, commission: -25n }],
  ]);
});

test('of unmatched funds nothing is reserved: they are the donor’s until they are refunded', () => {
  const unmatched = { ...PAYMENT, counted: false };
  expect(events({}, { refundsPendingMinor: 5000n }, unmatched)).toEqual([]);
  expect(events({}, moved, unmatched)).toEqual([['refund_reserved', { gateway: -1000n, refunds_in_transit: 1000n }]]);
  expect(events(moved, done, unmatched)).toEqual([['refund', { refunds_in_transit: -1000n, to_give_back: 1000n }]]);
});

/** The sum of the entries in each currency. */
function sums(entries: Entry[]): bigint[] {
  const totals = new Map<string, bigint>();
  for (const { currency, amountMinor } of entries) totals.set(currency, (totals.get(currency) ?? 0n) + amountMinor);
  return [...totals.values()].filter((sum) => sum !== 0n);
}

test('every posting sums to zero in every currency', () => {
  fc.assert(
    fc.property(facts, reversals, reversals, movement, (payment, before, after, moved) => {
      expect(sums(donationEntries(payment))).toEqual([]);
      expect(sums(reversalEntries(payment, before, after))).toEqual([]);
      expect(sums(movementEntries(payment, moved))).toEqual([]);
    }),
  );
});

test('any sequence of reversals leads to the entries of the final amounts', () => {
  fc.assert(
    fc.property(facts, fc.array(reversals, { maxLength: 8 }), (payment, steps) => {
      const entries = [...donationEntries(payment)];
      let before = NO_REVERSALS;
      for (const after of steps) {
        entries.push(...reversalEntries(payment, before, after));
        before = after;
      }
      expect(new Set(mergeEntries(entries))).toEqual(new Set(paymentEntries(payment, before)));
    }),
  );
});

test('over any sequence of reversals, refunds and disputes each sum to their part of the payment', () => {
  fc.assert(
    fc.property(facts, fc.array(reversals, { maxLength: 8 }), (payment, all) => {
      const posted: Record<ReturnType<typeof reversalSteps>[number]['kind'], Entry[]> = {
        refund_reserved: [],
        refund: [],
        dispute: [],
      };
      let before = NO_REVERSALS;
      for (const after of all) {
        const steps = reversalSteps(payment, before, after);
        for (const { kind, entries } of steps) {
          expect(sums(entries)).toEqual([]);
          posted[kind].push(...entries);
        }
        expect(new Set(mergeEntries(steps.flatMap(({ entries }) => entries)))).toEqual(
          new Set(reversalEntries(payment, before, after)),
        );
        before = after;
      }
      const ofCause = (kind: keyof typeof posted) =>
        posted[kind]
          .filter(({ account }) => /creator|commission|to_give_back|refunds_reserved/.test(account))
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
      const split = splitOf(payment.amountMinor, before);
      expect(ofCause('refund_reserved')).toBe(0n);
      expect(ofCause('refund')).toBe(split.refundedMinor);
      expect(ofCause('dispute')).toBe(split.disputedMinor + split.chargedBackMinor);
    }),
  );
});

test('a refund that bounces while a bank claims all of the payment comes back, and is claimed', () => {
  expect(
    reversalSteps(PAYMENT, left(2000n, 5000n), left(0n, 5000n)).map(({ kind, entries }) => [kind, amountsOf(entries)]),
  ).toEqual([
    ['refund', { gateway: 2000n, creator: -1900n, commission: -100n }],
    ['dispute', { dispute_losses: -2000n, creator: 1900n, commission: 100n }],
  ]);
});

test('commission and the creator’s share add up to the payment', () => {
  fc.assert(
    fc.property(facts, (payment) => {
      const { gateway, creator, commission } = amountsOf(
        donationEntries({ ...payment, counted: true, currency: 'USD' }),
      );
      expect(gateway).toBe(payment.amountMinor);
      expect((creator ?? 0n) + (commission ?? 0n)).toBe(-payment.amountMinor);
    }),
  );
});

/** What was sent by hand, beside what the gateway refunded. */
const byHand = (sentByHandMinor: bigint, byGateway = 0n, chargedBackMinor = 0n): Reversals => ({
  ...NO_REVERSALS,
  refundedMinor: byGateway + sentByHandMinor,
  sentByHandMinor,
  chargedBackMinor,
});

test.each<[string, boolean, Reversals, Reversals, Record<string, bigint>]>([
  [
    'a donation that is sent back by hand leaves our bank, and not the gateway',
    ...([true, NO_REVERSALS, byHand(5000n)] as const),
    { bank: -5000n, creator: 4750n, commission: 250n },
  ],
  [
    'a part of it returns its share of the commission',
    ...([true, NO_REVERSALS, byHand(1000n)] as const),
    { bank: -1000n, creator: 950n, commission: 50n },
  ],
  [
    'the rest of unmatched funds is no longer owed',
    ...([false, byHand(0n, 2000n), byHand(3000n, 2000n)] as const),
    { bank: -3000n, to_give_back: 3000n },
  ],
  [
    'a chargeback afterwards takes what is at the gateway, which is our loss',
    ...([true, byHand(5000n), byHand(5000n, 0n, 5000n)] as const),
    { gateway: -5000n, dispute_losses: 5000n },
  ],
  [
    'a refund by the gateway afterwards is our loss too',
    ...([true, byHand(5000n), byHand(5000n, 5000n)] as const),
    { gateway: -5000n, dispute_losses: 5000n },
  ],
])('%s', (_, counted, before, after, expected) => {
  expect(amountsOf(reversalEntries({ ...PAYMENT, counted }, before, after))).toEqual(expected);
});

test('what is written off stays owed, in an account of its own, until it is sent or taken', () => {
  const unmatched = { ...PAYMENT, counted: false };
  expect(amountsOf(writeOffEntries(unmatched, byHand(1000n)))).toEqual({ to_give_back: 4000n, unclaimed: -4000n });
  const unclaimed = { ...unmatched, isUnclaimed: true };
  expect(amountsOf(reversalEntries(unclaimed, byHand(1000n), byHand(5000n)))).toEqual({
    bank: -4000n,
    unclaimed: 4000n,
  });
  expect(amountsOf(reversalEntries(unclaimed, NO_REVERSALS, left(0n, 5000n)))).toEqual({
    gateway: -5000n,
    unclaimed: 5000n,
  });
});

test('what was given back in any way is never left', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), reversals, (paid, taken) => {
      const kept = keptMinorOf(paid, taken);
      const { refundedMinor, disputedMinor, chargedBackMinor } = taken;
      const rest = paid - refundedMinor - disputedMinor - chargedBackMinor;
      if (rest >= 0n) expect(kept).toBe(rest);
      expect(kept >= 0n && kept <= paid).toBe(true);
    }),
  );
});
