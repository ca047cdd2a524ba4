import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReceiptNumber, writeReceiptNumber } from './receipt-number.ts';

const ALPHABET = '23456789CDFHJKMNPQRTVWX';
/** A valid number with these nine characters, by the rule that `new_receipt_number()` follows. */
const numberOf = (digits: number[]) =>
  [...digits, digits.reduce((sum, digit, index) => sum + (index + 1) * digit, 0) % 23]
    .map((digit) => ALPHABET[digit])
    .join('');
const numbers = fc.array(fc.nat(22), { minLength: 9, maxLength: 9 }).map(numberOf);

test('a number is read however it was typed: in groups, in lower case, with blanks or dashes of any kind', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const written = writeReceiptNumber(number);
      expect(written).toMatch(/^\w{3}-\w{3}-\w{4}$/);
      for (const typed of [number, written, written.toLowerCase(), written.replaceAll('-', ' – '), ` ${written} `])
        expect(readReceiptNumber(typed)).toBe(number);
    }),
  );
});

test('one wrong character is always noticed, and so are two that changed places', () => {
  fc.assert(
    fc.property(numbers, fc.nat(9), fc.nat(9), fc.nat(22), (number, one, other, digit) => {
      const replaced = [...number];
      replaced[one] = ALPHABET[digit] as string;
      const swapped = [...number];
      [swapped[one], swapped[other]] = [number[other] as string, number[one] as string];
      for (const changed of [replaced.join(''), swapped.join('')])
        expect(readReceiptNumber(changed)).toBe(changed === number ? number : 'mistyped');
    }),
  );
});

test('characters that no receipt number has are mistyped, and other texts are no receipt number', () => {
  expect(readReceiptNumber('0OI-1LS-UAEB')).toBe('mistyped');
  for (const other of ['', 'K7M', 'pay_4fJk29LmQpRs7TuVwXyZ01aB', 'ana@example.org', 'K7M-2PX-R94C-2'])
    expect(readReceiptNumber(other)).toBeUndefined();
});
