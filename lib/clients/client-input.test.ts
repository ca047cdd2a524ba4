import { expect, test } from 'vitest';
import { clientTexts, readAllowedIps } from './client-input.ts';

const percentOf = (typed: string) => clientTexts.feePercent.safeParse(typed).data;

test('a commission is understood with a decimal point or a decimal comma', () => {
  expect(['0', '5', '4.25', '4,25', '20,0000'].map(percentOf)).toEqual([0, 5, 4.25, 4.25, 20]);
});

test('a commission that is no such number is refused', () => {
  for (const typed of ['', ' ', ',5', '5,', '5,00001', '1.000,5', '5;5', '-1', '20,0001', '21', '100', '5%', '%'])
    expect([typed, percentOf(typed)]).toEqual([typed, undefined]);
});

test('a list of addresses that has only separators is wrong, and an empty one is none', () => {
  for (const typed of [',', ' ; ', '\n,,\n'])
    expect(readAllowedIps(typed)).toEqual({ ranges: [], wrong: [typed.trim()] });
  for (const typed of ['', ' \n']) expect(readAllowedIps(typed)).toEqual({ ranges: [], wrong: [] });
  expect(readAllowedIps(' 203.0.113.7,;\n2001:db8::/32, ')).toEqual({
    ranges: ['203.0.113.7', '2001:db8::/32'],
    wrong: [],
  });
});
