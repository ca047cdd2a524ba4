import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { commissionAfterRefunds, commissionOn, millionthsOf, proportion } from './payment-postings.ts';

const amounts = fc.bigInt({ min: 1n, max: BigInt(MAX_AMOUNT_MAJOR) * 100n });
/** 0 to 20 % in steps of a ten-thousandth (specification 2.3). */
const percents = fc.integer({ min: 0, max: 200_000 }).map((steps) => (steps / 10_000).toFixed(4));

test.each([
  ['50 USD at 5 %', 5000n, '5', 250n],
  ['half a cent goes up', 10n, '5', 1n],
  ['less than half goes down', 9n, '5', 0n],
  ['four decimals count', 1_000_000n, '0.0001', 1n],
  ['50 001 COP has centavos', 5_000_100n, '5', 250_005n],
  ['CLP has no cents', 1_001n, '2.5', 25n],
  ['the largest amount, exactly', 100_000_000_000_000n, '19.9999', 19_999_900_000_000n],
  ['nothing at 0 %', 5000n, '0', 0n],
])('%s', (_name, amount, percent, commission) => {
  expect(commissionOn(amount, percent)).toBe(commission);
});

test('a percentage is parsed with up to four decimals, as the database writes it', () => {
  expect([millionthsOf('5'), millionthsOf('2.5'), millionthsOf('0.0001')]).toEqual([50_000n, 25_000n, 1n]);
  for (const wrong of ['', '5%', '-1', '1e2', '5.00001', '.5']) expect(() => millionthsOf(wrong)).toThrow('Bug');
});

test('the commission is the nearest whole minor unit, half up, and never exceeds the amount', () => {
  fc.assert(
    fc.property(amounts, percents, (amount, percent) => {
      const commission = commissionOn(amount, percent);
      const distance = commission * 1_000_000n - amount * millionthsOf(percent);
      expect(distance > -500_000n && distance <= 500_000n).toBe(true);
      expect(commission >= 0n && commission <= amount).toBe(true);
    }),
  );
});

test('partial refunds return the commission like one refund of the same total; a full refund returns all of it', () => {
  fc.assert(
    fc.property(amounts, percents, fc.array(fc.nat(1000), { maxLength: 6 }), (amount, percent, cuts) => {
      const marks = [0n, ...cuts.map((cut) => proportion(amount, BigInt(cut), 1000n)), amount].sort((a, b) =>
        Number(a - b),
      );
      let returned = 0n;
      for (const [index, mark] of marks.slice(1).entries()) {
        const step =
          commissionAfterRefunds(amount, marks[index] ?? 0n, percent) - commissionAfterRefunds(amount, mark, percent);
        expect(step >= 0n).toBe(true);
        returned += step;
      }
      expect(returned).toBe(commissionOn(amount, percent));
      expect(commissionAfterRefunds(amount, amount, percent)).toBe(0n);
    }),
  );
});

test('the remaining commission never exceeds the remaining payment', () => {
  fc.assert(
    fc.property(amounts, percents, fc.nat(1000), (amount, percent, cut) => {
      const refunded = proportion(amount, BigInt(cut), 1000n);
      const kept = commissionAfterRefunds(amount, refunded, percent);
      expect(kept >= 0n && kept <= amount - refunded).toBe(true);
    }),
    {
      examples: [
        [3n, '20.0000', 667],
        [1n, '20.0000', 1000],
        [3n, '16.6667', 333],
      ],
    },
  );
});
