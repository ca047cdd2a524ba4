import { expect, test } from 'vitest';
import { canonicalEmail, emailKey, emailSpellings, readableEmail } from './email-key.ts';

test.each([
  ['Ana@Example.ORG', 'ana@example.org'],
  ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
  ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
  // Decomposed: u and a combining diaeresis.
  ['ana@bu\u0308cher.example', 'ana@xn--bcher-kva.example'],
  ['josé@例え.jp', 'josé@xn--r8jz45g.jp'],
  ['jose\u0301@例え.jp', 'josé@xn--r8jz45g.jp'],
  ['ana@Straße.example', 'ana@xn--strae-oqa.example'],
  ['ana@例え。jp', 'ana@xn--r8jz45g.jp'],
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
  const ofDomain = ['ana@xn--bcher-kva.example', 'ana@bücher.example', 'ana@bu\u0308cher.example'];
  expect(emailSpellings('ana@Bücher.example')).toEqual(ofDomain);
  expect(emailSpellings('ana@xn--bcher-kva.example')).toEqual(ofDomain);
  expect(emailSpellings('jose\u0301@example.org')).toEqual(['jos\u00e9@example.org', 'jose\u0301@example.org']);
  expect(emailSpellings('Ana@example.org')).toEqual(['Ana@example.org']);
});

test.each([
  ['José@ПРИМЕР.example', 'José@xn--e1afmkfd.example'],
  ['Ana@Example.ORG', 'Ana@Example.ORG'],
  ['', ''],
  ['ana@bü/cher.example', 'ana@bü/cher.example'],
])('stores %s as %s', (typed, stored) => {
  expect(canonicalEmail(typed)).toBe(stored);
});

test.each([
  ['ana@xn--bcher-kva.example', 'ana@bücher.example'],
  ['ana@BÜCHER.example', 'ana@bücher.example'],
  ['ana@xn--80a1acny.xn--p1ai', 'ana@почта.рф'],
  ['ana@東京タワー.jp', 'ana@東京タワー.jp'],
  ['ana@xn--3e0b707e.kr', 'ana@한국.kr'],
  ['ana@xn--h2bhs4b8d8a.xn--h2brj9c', 'ana@नमस्ते.भारत'],
  ['Ana@Example.ORG', 'Ana@Example.ORG'],
])('shows %s as %s', (stored, shown) => {
  expect(readableEmail(stored)).toBe(shown);
});

test.each([
  ['letters of two scripts', 'ana@gооgle.com', 'ana@xn--ggle-55da.com'],
  ['a Cyrillic name that reads as a Latin one', 'ana@аррӏе.com', 'ana@xn--80ak6aa92e.com'],
  ['pictures', 'ana@💌.example', 'ana@xn--rr8h.example'],
  ['no name', 'ana@xn--a.example', 'ana@xn--a.example'],
])('does not show %s', (_what, typed, shown) => {
  expect(readableEmail(typed)).toBe(shown);
});

test('no address stays none', () => {
  expect(readableEmail(null)).toBeNull();
});
