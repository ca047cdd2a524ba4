import { expect, test } from 'vitest';
import { readWish } from './flags.ts';

test('names and flags narrow the pictures; nothing given means all of them', () => {
  expect(readWish([])).toEqual({ states: [], lang: [], theme: [], size: [] });
  expect(readWish(['declined', '--lang', 'es,pt', '--theme', 'dark', '--size', 'phone'])).toEqual({
    states: ['declined'],
    lang: ['es', 'pt'],
    theme: ['dark'],
    size: ['phone'],
  });
});

test.each([
  [['--lang', 'fr'], /--lang takes en, es, pt; not "fr"/],
  [['--theme', 'blue'], /--theme takes light, dark; not "blue"/],
  [['--size', ''], /--size takes small, phone, desktop; not ""/],
  [['--langauge', 'es'], /--langauge/],
  [['Declined!'], /"Declined!" is no part of a state's name/],
])('%j is refused with a word about it', (args, said) => {
  expect(() => readWish(args)).toThrow(said);
});
