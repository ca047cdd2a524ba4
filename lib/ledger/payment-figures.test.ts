import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresOf } from './payment-figures.ts';
import { NO_REVERSALS } from './payment-postings.ts';

const STATE = { ...NO_REVERSALS, amountMinor: 5000n, feePercent: '5', counted: true, costMinor: 175n };

test.each([
  ['nothing went back', {}, [0n, 0n, 0n, 0n, 5000n], 250n, 4575n],
  ['a part was refunded', { refundedMinor: 2000n }, [2000n, 0n, 0n, 0n, 3000n], 150n, 2675n],
  ['a part is being refunded', { refundsPendingMinor: 2000n }, [0n, 0n, 0n, 2000n, 3000n], 150n, 2675n],
  ['a bank holds a part', { disputedMinor: 2000n }, [0n, 0n, 2000n, 0n, 3000n], 150n, 2675n],
  ['a bank took a part', { chargedBackMinor: 2000n }, [0n, 2000n, 0n, 0n, 3000n], 150n, 2675n],
  ['all was refunded', { refundedMinor: 5000n }, [5000n, 0n, 0n, 0n, 0n], 0n, -175n],
  ['more was refunded', { refundedMinor: 6000n }, [5000n, 0n, 0n, 0n, 0n], 0n, -175n],
  [
    'more is being refunded than was left',
    { refundedMinor: 2000n, disputedMinor: 2500n, refundsPendingMinor: 2000n },
    [2000n, 0n, 2500n, 500n, 0n],
    0n,
    -175n,
  ],
  [
    'banks claim more than was left',
    { refundedMinor: 2000n, disputedMinor: 5000n },
    [2000n, 0n, 3000n, 0n, 0n],
    0n,
    -175n,
  ],
  [
    'lost comes before held',
    { refundedMinor: 2000n, disputedMinor: 5000n, chargedBackMinor: 2500n },
    [2000n, 2500n, 500n, 0n, 0n],
    0n,
    -175n,
  ],
])('where %s, every part and what is left add up', (_name, change, parts, commissionMinor, netMinor) => {
  const figures = figuresOf({ ...STATE, ...change });
  const { refundedMinor, chargedBackMinor, disputedMinor, refundingMinor, keptMinor } = figures;
  expect([refundedMinor, chargedBackMinor, disputedMinor, refundingMinor, keptMinor]).toEqual(parts);
  expect(figures).toMatchObject({ paidMinor: 5000n, commissionMinor, costMinor: 175n, netMinor });
});

test('unmatched funds have the same parts, of which the creator has nothing', () => {
  const state = { ...STATE, counted: false, costMinor: 0n, refundedMinor: 2000n, refundsPendingMinor: 1000n };
  expect(figuresOf(state)).toEqual({
    paidMinor: 5000n,
    refundedMinor: 2000n,
    chargedBackMinor: 0n,
    disputedMinor: 0n,
    keptMinor: 3000n,
    beyondMinor: 0n,
    refundingMinor: 0n,
    commissionMinor: 0n,
    costMinor: 0n,
    netMinor: 0n,
  });
});

test('of any state, no part is negative, and together they are what was paid', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 14n });
  const state = fc.record({
    amountMinor: minor,
    refundedMinor: minor,
    sentByHandMinor: fc.constant(0n),
    refundsPendingMinor: minor,
    disputedMinor: minor,
    chargedBackMinor: minor,
    feePercent: fc.constantFrom('0', '5', '4.3333', '100'),
  });
  fc.assert(
    fc.property(state, (one) => {
      const figures = figuresOf({ ...one, counted: true, costMinor: 0n });
      const { paidMinor, refundedMinor, chargedBackMinor, disputedMinor, refundingMinor } = figures;
      const { commissionMinor, netMinor } = figures;
      const parts = [refundedMinor, chargedBackMinor, disputedMinor, refundingMinor, commissionMinor, netMinor];
      expect(parts.every((part) => part >= 0n)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(paidMinor);
    }),
  );
});
