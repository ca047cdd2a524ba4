import { expect, test } from 'vitest';
import { LOCALES } from './locales.ts';
import { translatorFor } from './translate.ts';
import { type MoneyPath, writeMoneyPath } from './write-money-path.ts';

const PATH: MoneyPath = {
  receiver: 'Fundación Casa Abierta',
  service: 'Give',
  feePercent: 5,
  feeModel: 'all_inclusive',
};
const write = (path: Partial<MoneyPath>, tense: 'before' | 'after' = 'before', formatLocale = 'en') =>
  writeMoneyPath({ ...PATH, ...path }, { t: translatorFor('en'), formatLocale, tense }).join(' ');

test('a donor reads through whom the money goes, who keeps what, and that nothing comes on top', () => {
  expect(write({})).toBe(
    'Your donation goes to this cause through Fundación Casa Abierta. 5% of it goes to Give; you pay nothing on top.',
  );
  expect(write({}, 'after')).toBe(
    'Your donation went to this cause through Fundación Casa Abierta. 5% of it went to Give; you paid nothing on top.',
  );
});

test('who bears the gateway’s costs is said as the fee model has it, and of an unknown one nothing', () => {
  const costs = 'the payment company keeps its fee';
  expect(write({ feeModel: 'plus_gateway_costs' })).toContain(costs);
  for (const feeModel of ['all_inclusive', 'unknown']) expect(write({ feeModel })).not.toContain(costs);
  expect(write({ feePercent: 0 })).toContain('All of it reaches the cause');
  expect(write({ feePercent: 0, feeModel: 'plus_gateway_costs' })).toContain('The payment company keeps its fee');
  expect(write({ feePercent: 0, feeModel: 'unknown' })).not.toContain('All of it');
});

test('a commission is written with its decimals, in the reader’s way', () => {
  expect(write({ feePercent: 4.25 }, 'before', 'es-CO')).toMatch(/ 4,25\u00a0?% /);
});

test.each(LOCALES)('without any settings the sentences in %s still hold', (locale) => {
  for (const tense of ['before', 'after'] as const) {
    const options = { t: translatorFor(locale), formatLocale: locale, tense };
    const text = writeMoneyPath({ ...PATH, receiver: null, service: null }, options).join(' ');
    expect(text).not.toMatch(/null|undefined|[{}]/);
    expect(text).toMatch(/5\s?%/);
  }
});

test.each(LOCALES)('a name that ends with a full stop ends the sentence in %s with that one', (locale) => {
  for (const tense of ['before', 'after'] as const) {
    const options = { t: translatorFor(locale), formatLocale: locale, tense };
    const [through] = writeMoneyPath({ ...PATH, receiver: 'Fundación Casa Abierta S.A.' }, options);
    expect(through).toMatch(/[^.] Fundación Casa Abierta S\.A\.$/);
  }
});
