// @module-tag full

import { expect, test } from 'vitest';
import { withQuery } from './addresses.ts';
import { formatDate, parseDate } from './dates.ts';
import { feeOf, roundTo } from './sites.ts';

test('formats instants in the servers’ offset', () => {
  expect(formatDate(Date.UTC(2026, 10, 21, 16, 0, 0))).toBe('2026-11-21T12:00:00.000-04:00');
  expect(parseDate('2026-11-21T12:00:00.000-04:00')).toBe(Date.UTC(2026, 10, 21, 16, 0, 0));
  expect(parseDate('2026-11-21T12:00:00')).toBeNaN();
});

test('adds parameters and leaves the rest of an address byte for byte', () => {
  expect(withQuery('https://a.example/x?q=a%20b&c', { id: '1' })).toBe('https://a.example/x?q=a%20b&c&id=1');
  expect(withQuery('https://a.example/x?', { id: '1' })).toBe('https://a.example/x?id=1');
  expect(withQuery('https://a.example/x#f?', { id: '1' })).toBe('https://a.example/x?id=1#f?');
});

test('the fee never exceeds the payment, and has the currency’s decimals', () => {
  expect(feeOf('MCO', 1600)).toBeLessThanOrEqual(1600);
  expect(Number.isInteger(feeOf('MCO', 5001))).toBe(true);
  expect(feeOf('MLM', 250)).toBe(roundTo(feeOf('MLM', 250), 2));
  expect(feeOf('MLM', 1)).toBe(1);
});
