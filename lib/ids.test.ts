import { expect, test } from 'vitest';
import { idAtStart, newId, newKeySecret, newKeySuffix } from './ids.ts';

test.each([
  ['checkoutLink', 'chl_'],
  ['payment', 'pay_'],
  ['client', 'clt_'],
  ['apiKey', 'key_'],
  ['account', 'acc_'],
  ['gatewayEvent', 'evt_'],
  ['receipt', 'rct_'],
] as const)('the id of a %s begins with %s', (kind, prefix) => {
  expect(newId(kind)).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{24}$`));
});

test('what stands behind an id in an address is no part of it', () => {
  const id = newId('checkoutLink');
  for (const behind of ['', '?payment_id=17', '?payment_id=17&status=approved', '/', '.', ').', ' ', '\u200b'])
    expect(idAtStart('checkoutLink', id + behind)).toBe(id);
  for (const other of ['', 'chl_doesnotexist?x=1', `${id}0`, `${id}_`, ` ${id}`, newId('payment')])
    expect(idAtStart('checkoutLink', other)).toBe(other);
});

test('of a parameter that is given twice, the first counts', () => {
  const [id, other] = [newId('checkoutLink'), newId('checkoutLink')];
  expect(idAtStart('checkoutLink', [id, id])).toBe(id);
  expect(idAtStart('checkoutLink', [`${id}?payment_id=17`, other])).toBe(id);
  expect(idAtStart('checkoutLink', undefined)).toBeUndefined();
});

test('a key has 32 base62 characters; a cause’s key ends in lower case', () => {
  expect(newKeySecret()).toMatch(/^[0-9A-Za-z]{32}$/);
  expect(newKeySuffix()).toMatch(/^[0-9a-z]{8}$/);
});

test('no two are the same, and every character occurs', () => {
  const ids = Array.from({ length: 2000 }, () => newId('checkoutLink').slice(4));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.join('')).size).toBe(62);
});
