import { expect, test } from 'vitest';
import { CURRENCIES, factsOf, isCurrency } from './currencies.ts';

test('the 20 currencies of the specification, and no other', () => {
  expect(CURRENCIES.join(', ')).toBe(
    'ARS, AUD, BOB, BRB, BRL, CAD, CLP, COP, CRC, DOP, EUR, GBP, GTQ, HNL, MXN, NIO, PEN, PYG, USD, UYU',
  );
  expect(isCurrency('usd')).toBe(false);
  expect(isCurrency('JPY')).toBe(false);
  expect(isCurrency('toString')).toBe(false);
  expect(factsOf('JPY')).toBeUndefined();
});
