import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { APPROVAL_THRESHOLDS, DAILY_LIMITS, readAmounts } from './withdrawal-limits.ts';

test('the default limit is the equivalent of 1,000 US dollars a day, with approval above 500', () => {
  expect([DAILY_LIMITS.USD, APPROVAL_THRESHOLDS.USD]).toEqual([1000, 500]);
  for (const currency of CURRENCIES) {
    expect(Number.isSafeInteger(DAILY_LIMITS[currency]), currency).toBe(true);
    expect(Number.isSafeInteger(APPROVAL_THRESHOLDS[currency]), currency).toBe(true);
  }
});

test('the environment overrides single currencies', () => {
  const read = readAmounts(' USD=2000, COP=8000000,', DAILY_LIMITS);
  expect(read).toEqual({ ...DAILY_LIMITS, USD: 2000, COP: 8_000_000 });
  expect(readAmounts('', DAILY_LIMITS)).toEqual(DAILY_LIMITS);
  expect(readAmounts('EUR=0', DAILY_LIMITS).EUR).toBe(0);
});

test.each(['USD', 'USD=', 'usd=5', 'JPY=5', 'USD=1.5', 'USD=-1', 'USD=9999999999999', 'USD:5'])(
  '%s is refused by name',
  (wrong) => {
    expect(() => readAmounts(wrong, DAILY_LIMITS)).toThrow(`"${wrong}"`);
  },
);

test('two amounts in one currency are refused: one of them is not meant', () => {
  expect(() => readAmounts('USD=2000,COP=1,USD=200', DAILY_LIMITS)).toThrow(
    'must have one amount in each currency, and has two in USD',
  );
  expect(() => readAmounts('USD=5,USD=5', DAILY_LIMITS)).toThrow('has two in USD');
});
