// @module-tag full

import { expect, test } from 'vitest';

type FrameCard = {
  brandOf(digits: string): { name: string };
  formatNumber(text: string): string;
  formatExpiry(text: string, before?: string): string;
  checkNumber(text: string): string | null;
  checkExpiry(text: string, today: Date): string | null;
  checkCode(text: string, number: string): string | null;
};

// Plain browser JavaScript, served without a build: imported by path, it has no types.
const card: FrameCard = await import(new URL('browser/frame-card.js', import.meta.url).href);
const today = new Date(2026, 10, 21);

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242', '4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['42424242424242424', '4242 4242 4242 4242'],
  ['6200000000000000003', '6200 0000 0000 0000 003'],
])('formats the number %s as %s', (typed, written) => {
  expect(card.formatNumber(typed)).toBe(written);
});

test.each([
  ['1', '', '1'],
  ['4', '', '04 / '],
  ['12', '1', '12 / '],
  ['12 /', '12 / ', '12'],
  ['1234', '', '12 / 34'],
  ['12/34', '', '12 / 34'],
  ['12 / 2034', '', '12 / 34'],
  ['1/28', '', '01 / 28'],
])('formats the date %j after %j as %j', (typed, before, written) => {
  expect(card.formatExpiry(typed, before)).toBe(written);
});

test('numbers are checked by length and Luhn', () => {
  expect(card.checkNumber('')).toBe('incomplete_number');
  expect(card.checkNumber('4242 4242 4242 424')).toBe('incomplete_number');
  expect(card.checkNumber('4242 4242 4242 4241')).toBe('incorrect_number');
  expect(card.checkNumber('4242 4242 4242 4242')).toBeNull();
  expect(card.checkNumber('3782 822463 10005')).toBeNull();
});

test('a card is valid to the end of its month', () => {
  expect(card.checkExpiry('11 / 26', today)).toBeNull();
  expect(card.checkExpiry('10 / 26', today)).toBe('invalid_expiry_month_past');
  expect(card.checkExpiry('12 / 25', today)).toBe('invalid_expiry_year_past');
  expect(card.checkExpiry('13 / 27', today)).toBe('invalid_expiry_month');
  expect(card.checkExpiry('12 / 2', today)).toBe('incomplete_expiry');
});

test('American Express has a code of four digits, or three', () => {
  expect(card.checkCode('123', '4242')).toBeNull();
  expect(card.checkCode('12', '4242')).toBe('incomplete_cvc');
  expect(card.checkCode('1234', '378282246310005')).toBeNull();
  expect(card.checkCode('1234', '4242')).toBe('incomplete_cvc');
});
