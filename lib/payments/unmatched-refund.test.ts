import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { unmatchedRefund } from './unmatched-refund.ts';

const none = { refundedMinor: 0n, sentByHandMinor: 0n, disputedMinor: 0n, chargedBackMinor: 0n };

test.each([
  ['USD', none, [50, 50, 0, 0]],
  ['USD', { ...none, disputedMinor: 2000n }, [30, 30, 20, 0]],
  ['USD', { ...none, chargedBackMinor: 2000n }, [30, 30, 0, 20]],
  ['USD', { ...none, chargedBackMinor: 2000n, refundedMinor: 3000n }, [30, 0, 0, 20]],
  ['USD', { ...none, chargedBackMinor: 1259n }, [37.41, 37.41, 0, 12.59]],
  ['COP', { ...none, disputedMinor: 2050n }, [29.5, 29.5, 20.5, 0]],
  ['CLP', { ...none, chargedBackMinor: 20n }, [30, 30, 0, 20]],
  ['CLP', { ...none, chargedBackMinor: 15n, disputedMinor: 5n }, [30, 30, 5, 15]],
  // Refunded in full, then charged back: the donor has had all of it from us.
  ['USD', { ...none, refundedMinor: 5000n, chargedBackMinor: 5000n }, [50, 0, 0, 0]],
  ['USD', { ...none, chargedBackMinor: 9000n }, [0, 0, 0, 50]],
  ['USD', { ...none, refundedMinor: 3000n, sentByHandMinor: 3000n }, [50, 20, 0, 0]],
  ['USD', { ...none, refundedMinor: 5000n, sentByHandMinor: 3000n }, [50, 0, 0, 0]],
])('50 %s with %o', (currency, reversals, [refundMajor, leftMajor, heldMajor, takenMajor]) => {
  const amountMinor = BigInt(50 * minorUnitsPerMajor(currency));
  const found = unmatchedRefund({ amount: 50n, amountMinor, currency, ...reversals });
  expect(found).toMatchObject({ refundMajor, leftMajor, heldMajor, takenMajor });
});

test('the parts are never negative, and never more than what was received', () => {
  const minor = fc.bigInt({ min: 0n, max: 12_000n });
  const payment = fc.record({
    amountMinor: fc.bigInt({ min: 1n, max: 10_000n }),
    currency: fc.constantFrom('USD', 'COP', 'CLP'),
    refundedMinor: minor,
    disputedMinor: minor,
    chargedBackMinor: minor,
    amount: fc.constant(1n),
    sentByHandMinor: fc.constant(0n),
  });
  fc.assert(
    fc.property(payment, (made) => {
      const { refundMajor, leftMajor, heldMajor, takenMajor } = unmatchedRefund(made);
      for (const part of [refundMajor, leftMajor, heldMajor, takenMajor]) expect(part).toBeGreaterThanOrEqual(0);
      expect(leftMajor).toBeLessThanOrEqual(refundMajor);
      const units = minorUnitsPerMajor(made.currency);
      const sum = Math.round((refundMajor + heldMajor + takenMajor) * units);
      expect(sum).toBeLessThanOrEqual(Number(made.amountMinor));
    }),
  );
});

test('what was sent by bank transfer is a part of what was given back', () => {
  const payment = { amount: 50n, amountMinor: 5000n, currency: 'USD', ...none };
  expect(unmatchedRefund(payment)).toMatchObject({ byHandMajor: 0 });
  expect(unmatchedRefund({ ...payment, refundedMinor: 5000n, sentByHandMinor: 1250n })).toMatchObject({
    refundMajor: 50,
    byHandMajor: 12.5,
    leftMajor: 0,
  });
});
