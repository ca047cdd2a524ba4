import { expect, test } from 'vitest';
import { CURRENCIES } from './currencies.ts';
import {
  customaryUnitsPerMajor,
  exampleAmountText,
  goalMajor,
  MAX_AMOUNT_MAJOR,
  MAX_GOAL,
  minorUnitsPerMajor,
  toMinor,
} from './money.ts';

test('the limits of the specification, exact as numbers in minor units too', () => {
  expect(MAX_AMOUNT_MAJOR).toBe(1_000_000_000_000);
  expect(MAX_GOAL).toBe(999_999_999_999_999);
  expect(Number.isSafeInteger(MAX_AMOUNT_MAJOR * 100)).toBe(true);
});

test('a goal is read in the smallest customary unit: no cents for COP, CLP and PYG', () => {
  for (const currency of CURRENCIES)
    expect(customaryUnitsPerMajor(currency)).toBe(['COP', 'CLP', 'PYG'].includes(currency) ? 1 : 100);
  expect(goalMajor(100_000, 'COP')).toBe(100_000);
  expect(goalMajor(100_000, 'USD')).toBe(1_000);
});

test('at gateways and in the ledger CLP and PYG alone have no minor unit', () => {
  for (const currency of CURRENCIES)
    expect([currency, minorUnitsPerMajor(currency)]).toEqual([currency, ['CLP', 'PYG'].includes(currency) ? 1 : 100]);
});

test('an example of a typed amount has cents only where a currency has them by custom', () => {
  for (const currency of CURRENCIES)
    expect(exampleAmountText(currency)).toBe(['COP', 'CLP', 'PYG'].includes(currency) ? '12500' : '12.50');
});

test('an amount in minor units is exact, whatever binary fractions are between', () => {
  expect(toMinor(25_000, 'CLP')).toBe(25_000n);
  expect(toMinor(25_000, 'COP')).toBe(2_500_000n);
  for (const [major, minor] of [
    [1.1, 110n],
    [19.99, 1_999n],
    [4.35, 435n],
    [1_000_000.29, 100_000_029n],
  ] as const)
    expect(toMinor(major, 'USD')).toBe(minor);
});
