import { expect, test } from 'vitest';
import { readFlags } from './flags.ts';

test('names and flags narrow the pictures; nothing given means all of them', () => {
  expect(readFlags([])).toEqual({ states: [], lang: [], theme: [], size: [] });
  expect(readFlags(['declined', '--lang', 'es,pt', '--theme', 'dark', '--size', 'phone'])).toEqual({
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
])('%j is refused with a message about it', (args, message) => {
  expect(() => readFlags(args)).toThrow(message);
});
