import { expect, test } from 'vitest';
import { hashSecret, isFromBrowser, isSameBrowser, linkSecret } from './donor-browser.ts';

const [one, other] = [{ browserHash: hashSecret('one') }, { browserHash: hashSecret('other') }];
const unknown = { browserHash: null };

test.each([
  ['its own secret', one, 'one', true],
  ['the secret of another', one, 'other', false],
  ['no secret', one, undefined, false],
  ['an empty secret', one, '', false],
  ['a secret, where no browser is known', unknown, 'one', false],
  // Two that are unknown are not one.
  ['no secret, where no browser is known', unknown, undefined, false],
  ['an empty secret, where no browser is known', unknown, '', false],
])('a browser with %s', (_what, row, secret, expected) => {
  expect(isFromBrowser(row, secret)).toBe(expected);
});

test('a link and its attempt are of one browser if both name it, or neither names any', () => {
  expect([isSameBrowser(one, one), isSameBrowser(one, other)]).toEqual([true, false]);
  expect([isSameBrowser(one, unknown), isSameBrowser(unknown, one)]).toEqual([false, false]);
  expect(isSameBrowser(unknown, unknown)).toBe(true);
});

test('a cookie that is none of ours, or is missing, makes no secret', () => {
  for (const cookie of [undefined, '', 'short', 'x'.repeat(44)]) expect(linkSecret(cookie, 'chl_1')).toBeUndefined();
  expect(linkSecret('x'.repeat(43), 'chl_1')).not.toBe(linkSecret('x'.repeat(43), 'chl_2'));
});
