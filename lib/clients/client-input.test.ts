import { expect, test } from 'vitest';
import { clientTexts } from './client-input.ts';

const percentOf = (typed: string) => clientTexts.feePercent.safeParse(typed).data;

test('a commission is understood with a decimal point or a decimal comma', () => {
  expect(['0', '5', '4.25', '4,25', '20,0000'].map(percentOf)).toEqual([0, 5, 4.25, 4.25, 20]);
});

test('a commission that is no such number is refused', () => {
  for (const typed of ['', ' ', ',5', '5,', '5,00001', '1.000,5', '5;5', '-1', '20,0001', '21', '100', '5%', '%'])
    expect([typed, percentOf(typed)]).toEqual([typed, undefined]);
});
