import { expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { readFilter } from './payment-filter.ts';

test.each([
  ['  order-7 ', 'order-7'],
  ['"order-7"', 'order-7'],
  ['mailto:ana@example.org', 'ana@example.org'],
  ['Ana Díaz <ana@example.org>', 'ana@example.org'],
  [`${env().publicBaseUrl}/checkout?ref=chl_1`, 'chl_1'],
])('a creator who pastes %s searches for %s, and still reads what they pasted', (pasted, meant) => {
  const { filter, view } = readFilter({ text: pasted });
  expect([filter.text, view.text]).toEqual([meant, pasted.trim()]);
});

test('quotes around nothing filter by what was typed', () => {
  for (const text of ['""', '" "', '\u200b']) expect(readFilter({ text }).filter.text).toBe(text);
  expect(readFilter({ text: ' ' }).filter).not.toHaveProperty('text');
});

test('what is no day filters nothing, and stays in the form', () => {
  const { filter, view } = readFilter({ from: '30/11/2026', to: '2026-02-30' });
  expect([filter.from, filter.before, view.from, view.to]).toEqual([undefined, undefined, '30/11/2026', '2026-02-30']);
});
