import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountFeePosting, payoutPosting } from './account-postings.ts';
import {
  donationEntries,
  movementEntries,
  NO_REVERSALS,
  type PaymentFacts,
  type Reversals,
  reversalSteps,
  writeOffEntries,
} from './payment-postings.ts';
import { type EntrySum, MOVED_ROWS, periodFigures } from './period-figures.ts';
import { ACCOUNTS_OF, type Entry, KINDS, type TransactionKind } from './post.ts';
import { type WithdrawalEvent, withdrawalPosting } from './withdrawal-postings.ts';

type Posted = { kind: TransactionKind; isUnmatched?: boolean; entries: Entry[] }[];

const PAYMENT: PaymentFacts = {
  gateway: 'stripe',
  causeKey: 'water',
  currency: 'USD',
  amountMinor: 5000n,
  feePercent: '5',
  feeModel: 'plus_gateway_costs',
  counted: true,
};
const UNMATCHED: PaymentFacts = { ...PAYMENT, counted: false };
const UNCLAIMED: PaymentFacts = { ...UNMATCHED, isUnclaimed: true };

const received = (payment: PaymentFacts): Posted => [
  { kind: payment.counted ? 'donation' : 'uncounted', entries: donationEntries(payment) },
];
/** Everything from one set of reversals to the next. */
const changes = (payment: PaymentFacts, ...states: Partial<Reversals>[]): Posted =>
  states.flatMap((state, index) => {
    const before = { ...NO_REVERSALS, ...states[index - 1] };
    const steps = reversalSteps(payment, before, { ...NO_REVERSALS, ...state });
    return steps.map((step) => ({ ...step, isUnmatched: step.kind !== 'refund_reserved' && !payment.counted }));
  });
const settled = (payment: PaymentFacts, settledCurrency = 'USD', settledMinor = 5000n): Posted => {
  const movement = { amountMinor: 5000n, settledCurrency, settledMinor, feeMinor: 175n };
  return [{ kind: 'settlement', entries: movementEntries(payment, movement) }];
};
const withdrawal = (...events: WithdrawalEvent[]): Posted =>
  events.map((event) => ({
    kind: 'withdrawal',
    entries: withdrawalPosting(event, { causeKey: 'water', currency: 'USD', amountMinor: 5000n }),
  }));
const ofAccount = { gateway: 'stripe', currency: 'USD' };
const payout = (grossMinor: bigint, feeMinor: bigint): Posted => [
  { kind: 'payout', entries: payoutPosting({ ...ofAccount, grossMinor, feeMinor }) },
];

const pending = { refundsPendingMinor: 1000n };
const moved = { ...pending, refundsMovedMinor: 1000n };
const part = { refundedMinor: 1000n };
const all = { refundedMinor: 5000n };
const byHand = { ...all, sentByHandMinor: 5000n };
const held = { disputedMinor: 5000n };
const lost = { chargedBackMinor: 5000n };

function sumsOf(posted: Posted): EntrySum[] {
  return posted.flatMap(({ kind, isUnmatched = false, entries }) =>
    entries.map(({ account, currency, amountMinor }) => ({ kind, isUnmatched, account, currency, amountMinor })),
  );
}

/** The rows as `[gateways, bank]`, and the others as their amount. */
function figuresOf(posted: Posted, currency = 'USD') {
  const found = periodFigures(sumsOf(posted)).find((figures) => figures.currency === currency);
  return {
    moved: Object.fromEntries(
      (found?.moved ?? []).map(({ row, gatewaysMinor, bankMinor }) => [
        row,
        [Number(gatewaysMinor), Number(bankMinor)],
      ]),
    ),
    owed: Object.fromEntries((found?.owed ?? []).map(({ row, amountMinor }) => [row, Number(amountMinor)])),
  };
}

type Example = [event: string, posted: Posted, moved: object, owed: object];

/** What is posted of each kind, and the figures of a period in which nothing else happened. */
const EXAMPLES: Record<TransactionKind, Example[]> = {
  donation: [['arrives', received(PAYMENT), { donations: [5000, 0] }, { creator: 4750, commission: 250 }]],
  uncounted: [['arrives', received(UNMATCHED), { unmatched: [5000, 0] }, { to_give_back: 5000 }]],
  refund_reserved: [
    ['asked for', changes(PAYMENT, pending), {}, { creator: -950, commission: -50, refunds_reserved: 1000 }],
    ['asked for, and rejected', changes(PAYMENT, pending, {}), {}, {}],
    [
      'taken early by the gateway',
      changes(PAYMENT, pending, moved).slice(1),
      { refundsUnderWay: [-1000, 0] },
      { refunds_in_transit: -1000 },
    ],
    [
      'of unmatched funds, taken early',
      changes(UNMATCHED, moved),
      { refundsUnderWay: [-1000, 0] },
      { refunds_in_transit: -1000 },
    ],
    ['taken early, and failed', changes(PAYMENT, moved, {}), {}, {}],
  ],
  refund: [
    ['at the gateway itself', changes(PAYMENT, part), { refunds: [-1000, 0] }, { creator: -950, commission: -50 }],
    [
      'asked for and succeeded: counted once',
      changes(PAYMENT, pending, part),
      { refunds: [-1000, 0] },
      { creator: -950, commission: -50 },
    ],
    [
      'taken early, and succeeded: counted once',
      changes(PAYMENT, pending, moved, part),
      { refunds: [-1000, 0] },
      { creator: -950, commission: -50 },
    ],
    [
      'taken early in a period before',
      changes(PAYMENT, moved, part).filter(({ kind }) => kind === 'refund'),
      { refunds: [-1000, 0], refundsUnderWay: [1000, 0] },
      { refunds_reserved: -1000, refunds_in_transit: 1000 },
    ],
    ['that came back', changes(PAYMENT, part, {}), {}, {}],
    [
      'of a period before, that came back',
      changes(PAYMENT, part, {}).slice(1),
      { refunds: [1000, 0] },
      { creator: 950, commission: 50 },
    ],
    ['by hand', changes(PAYMENT, byHand), { refunds: [0, -5000] }, { creator: -4750, commission: -250 }],
    ['by hand, and returned', changes(PAYMENT, byHand, {}), {}, {}],
    [
      'by hand, and at the gateway, too',
      changes(PAYMENT, byHand, { refundedMinor: 10_000n, sentByHandMinor: 5000n }),
      { refunds: [-5000, -5000] },
      { creator: -4750, commission: -250, dispute_losses: -5000 },
    ],
    ['of unmatched funds', changes(UNMATCHED, all), { unmatchedRefunds: [-5000, 0] }, { to_give_back: -5000 }],
    [
      'of unmatched funds by hand',
      changes(UNMATCHED, byHand),
      { unmatchedRefunds: [0, -5000] },
      { to_give_back: -5000 },
    ],
    [
      'of what was written off before',
      changes(UNCLAIMED, byHand),
      { unmatchedRefunds: [0, -5000] },
      { unclaimed: -5000 },
    ],
  ],
  dispute: [
    ['opened', changes(PAYMENT, held), { chargebacks: [-5000, 0] }, { creator: -4750, commission: -250 }],
    [
      'opened and lost',
      changes(PAYMENT, held, lost),
      { chargebacks: [-5000, 0] },
      { creator: -4750, commission: -250 },
    ],
    ['opened before, and lost', changes(PAYMENT, held, lost).slice(1), {}, {}],
    ['opened and won', changes(PAYMENT, held, {}), {}, {}],
    [
      'opened before, and won',
      changes(PAYMENT, held, {}).slice(1),
      { chargebacks: [5000, 0] },
      { creator: 4750, commission: 250 },
    ],
    [
      'after a full refund',
      changes(PAYMENT, all, { ...all, ...held }).slice(1),
      { chargebacks: [-5000, 0] },
      { dispute_losses: -5000 },
    ],
    ['of unmatched funds', changes(UNMATCHED, held), { unmatchedChargebacks: [-5000, 0] }, { to_give_back: -5000 }],
    [
      'of what was written off before',
      changes(UNCLAIMED, held),
      { unmatchedChargebacks: [-5000, 0] },
      { unclaimed: -5000 },
    ],
    [
      'of unmatched funds that were refunded',
      changes(UNMATCHED, all, { ...all, ...held }).slice(1),
      { unmatchedChargebacks: [-5000, 0] },
      { dispute_losses: -5000 },
    ],
  ],
  write_off: [
    [
      'alone',
      [{ kind: 'write_off', entries: writeOffEntries(UNMATCHED, NO_REVERSALS) }],
      {},
      { to_give_back: -5000, written_off: 5000 },
    ],
  ],
  settlement: [
    ['borne by us', settled(UNMATCHED), { costs: [-175, 0] }, { gateway_cost: -175 }],
    [
      'borne by the creator',
      settled(PAYMENT),
      { costs: [-175, 0] },
      { creator: -175, gateway_cost: -175, gateway_cost_recovery: 175 },
    ],
    [
      'in another currency: what left its own',
      settled({ ...PAYMENT, currency: 'CLP' }).map((one) => ({
        ...one,
        entries: one.entries
          .filter(({ currency }) => currency === 'CLP')
          .map((entry) => ({ ...entry, currency: 'USD' })),
      })),
      { exchange: [-5000, 0] },
      { creator: -175, gateway_cost_recovery: 175, exchange: -5000 },
    ],
    [
      'in another currency: what entered that',
      settled({ ...UNMATCHED, currency: 'CLP' }, 'USD', 4800n),
      { costs: [-175, 0], exchange: [4800, 0] },
      { gateway_cost: -175, exchange: 4800 },
    ],
  ],
  withdrawal: [
    ['requested', withdrawal('reserved'), {}, { creator: -5000, withdrawal_reserved: 5000 }],
    ['requested, and rejected', withdrawal('reserved', 'released'), {}, {}],
    ['paid', withdrawal('paid'), { withdrawals: [0, -5000] }, { withdrawal_reserved: -5000 }],
    ['returned', withdrawal('returned'), { withdrawals: [0, 5000] }, { creator: 5000 }],
    ['requested, paid and returned', withdrawal('reserved', 'paid', 'returned'), {}, {}],
  ],
  payout: [
    [
      'to our bank, with its fee',
      payout(-2000n, 5n),
      { payouts: [-2000, 2000], accountFees: [-5, 0] },
      { gateway_cost: -5 },
    ],
    ['returned by our bank', payout(2000n, 0n), { payouts: [2000, -2000] }, {}],
  ],
  account_fee: [
    [
      'alone',
      [{ kind: 'account_fee', entries: accountFeePosting({ ...ofAccount, grossMinor: 0n, feeMinor: 200n }) }],
      { accountFees: [-200, 0] },
      { gateway_cost: -200 },
    ],
  ],
};

const examples = KINDS.flatMap((kind) => EXAMPLES[kind].map(([event, ...rest]) => [kind, event, ...rest] as const));

test.each(examples)('%s %s', (_kind, _event, posted, moved, owed) => {
  expect(figuresOf(posted)).toEqual({ moved, owed });
});

test('every row and every account of a kind has an example', () => {
  const shown = new Set(examples.flatMap(([, , , moved]) => Object.keys(moved)));
  expect(MOVED_ROWS.filter((row) => !shown.has(row))).toEqual([]);
  for (const kind of KINDS) {
    const posted = EXAMPLES[kind].flatMap(([, of]) => of).filter((one) => one.kind === kind);
    const accounts = new Set(posted.flatMap(({ entries }) => entries.map(({ account }) => account)));
    expect([...accounts].sort(), kind).toEqual(ACCOUNTS_OF[kind].toSorted());
  }
});

test('in any period, columns are by how much their balances changed, and what is owed changed by the same sum', () => {
  const some = fc.record({
    kind: fc.constantFrom(...KINDS),
    index: fc.nat({ max: 20 }),
    currency: fc.constantFrom('USD', 'CLP'),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (chosen) => {
      const sums = chosen.flatMap(({ kind, index, currency }) => {
        const [, posted] = EXAMPLES[kind][index % EXAMPLES[kind].length] as Example;
        return sumsOf(posted).map((sum) => ({ ...sum, currency: sum.currency === 'USD' ? currency : sum.currency }));
      });
      for (const { currency, moved, owed } of periodFigures(sums)) {
        const balance = (...accounts: string[]) =>
          sums
            .filter((sum) => sum.currency === currency && accounts.includes(sum.account))
            .reduce((total, { amountMinor }) => total + amountMinor, 0n);
        const gateways = moved.reduce((total, { gatewaysMinor }) => total + gatewaysMinor, 0n);
        const bank = moved.reduce((total, { bankMinor }) => total + bankMinor, 0n);
        expect(gateways).toBe(balance('gateway'));
        expect(bank).toBe(balance('bank', 'paid_out'));
        expect(owed.reduce((total, { amountMinor }) => total + amountMinor, 0n)).toBe(gateways + bank);
      }
    }),
  );
});

test('currencies are apart, in alphabetical order; without entries there are none', () => {
  const posted = [PAYMENT, { ...PAYMENT, currency: 'CLP', amountMinor: 700n }].flatMap(received);
  expect(periodFigures(sumsOf(posted)).map(({ currency }) => currency)).toEqual(['CLP', 'USD']);
  expect(figuresOf(posted, 'CLP')).toEqual({ moved: { donations: [700, 0] }, owed: { creator: 665, commission: 35 } });
  expect(periodFigures([])).toEqual([]);
  expect(periodFigures(sumsOf(withdrawal('reserved', 'released')))).toEqual([]);
});
