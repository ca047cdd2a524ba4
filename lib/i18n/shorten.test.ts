import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test.each([
  ['a text that fits stays as it is', 'Agua', 4, 'Agua'],
  ['one that is too long ends with an ellipsis', 'Agua para todos', 6, 'Agua…'],
  ['a flag is whole or not there', 'ab🇨🇴c', 4, 'ab…'],
  ['a family is whole or not there', 'a👩‍👩‍👧‍👦b', 5, 'a…'],
  ['an accent stays with its letter', 'cafe\u0301s', 5, 'caf…'],
])('%s', (_, text, max, shortened) => {
  expect(shorten(text, max)).toBe(shortened);
});
