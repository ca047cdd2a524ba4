import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS, mutate } from './mutants.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('every mutant can be applied: its text occurs exactly once, and it changes something', () => {
  const outdated = MUTANTS.filter((mutant) => {
    const source = readFileSync(resolve(ROOT, mutant.file), 'utf8');
    const mutated = mutate(source, mutant);
    return mutated === undefined || mutated === source;
  });
  expect(outdated.map(({ breaks }) => breaks)).toEqual([]);
});

test('there are at least forty mutants, each with a name of its own', () => {
  expect(new Set(MUTANTS.map(({ breaks }) => breaks)).size).toBe(MUTANTS.length);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
});

test('a text that occurs twice, or not at all, is refused', () => {
  expect(mutate('a b a', { find: 'a', replace: 'c' })).toBeUndefined();
  expect(mutate('a b', { find: 'x', replace: 'c' })).toBeUndefined();
  expect(mutate('a b', { find: 'b', replace: 'c' })).toBe('a c');
});
