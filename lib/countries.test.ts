import { expect, test } from 'vitest';
import { isCountry } from './countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test('249 of all two-letter codes are assigned', () => {
  const codes = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);
  expect(codes).toHaveLength(249);
  for (const code of codes) expect(isCountry(code.toLowerCase())).toBe(true);
});

test.each(['CO', 'co', 'Mx', 'us', 'AX', 'BQ', 'CW', 'SS', 'SX', 'XX', 'XK', 'EU', 'UK', 'AN', 'ZZ'])('%s', (code) => {
  const notAssigned = ['XX', 'XK', 'EU', 'UK', 'AN', 'ZZ'];
  expect(isCountry(code)).toBe(!notAssigned.includes(code));
});

test.each(['', 'C', 'COL', ' CO', 'CO\n', 'ß', 'ﬁ', 'ıt', 'ſe', 'ＣＯ'])(
  '%j is not a code, even if its upper case looks like one',
  (code) => {
    expect(isCountry(code)).toBe(false);
  },
);
