import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { methodsOf } from './methods.ts';

test.each([
  ['co', 'COP', ['bank_transfer', 'card']],
  ['co', 'USD', ['card']],
  ['mx', 'MXN', ['wallet']],
  ['mx', 'USD', ['card']],
  ['us', 'USD', ['card']],
  ['br', 'COP', ['card']],
  ['__proto__', 'USD', ['card']],
])('a cause in %s that collects %s is paid by %j', (country, currency, methods) => {
  expect(methodsOf(country, currency)).toEqual(methods);
});

test('there is always a method, for any country and currency', () => {
  for (const country of ['co', 'mx', 'us', 'zz'])
    for (const currency of CURRENCIES) expect(methodsOf(country, currency)).not.toEqual([]);
});
