import { expect, test } from 'vitest';
import { emailKey, emailSpellings } from './email-key.ts';

test.each([
  ['Ana@Example.ORG', 'ana@example.org'],
  ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
  ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
  // Decomposed: u and a combining diaeresis.
  ['ana@bu\u0308cher.example', 'ana@xn--bcher-kva.example'],
  ['josé@例え.jp', 'josé@xn--r8jz45g.jp'],
  ['ana+two@example.org', 'ana+two@example.org'],
  ['ana@under_score.example.org', 'ana@under_score.example.org'],
  ['ana', 'ana'],
  // No name, and no number of another spelling either.
  ['ana@1.2', 'ana@1.2'],
  ['ana@xn--\u00a0.example', 'ana@xn--\u00a0.example'],
])('compares %s as %s', (typed, key) => {
  expect(emailKey(typed)).toBe(key);
});

test('what was stored as it was typed is found by either spelling', () => {
  const both = ['ana@xn--bcher-kva.example', 'ana@bücher.example'];
  expect(emailSpellings('Ana@Bücher.example')).toEqual(both);
  expect(emailSpellings('ana@xn--bcher-kva.example')).toEqual(both);
  expect(emailSpellings('Ana@example.org')).toEqual(['ana@example.org']);
});
