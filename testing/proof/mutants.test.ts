import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS, type Kind } from './kinds.ts';
import { MUTANTS, mutate } from './mutants.ts';
import { TEST_FAULTS } from './test-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ALL = [...MUTANTS, ...TEST_FAULTS];

test('every mutant can be applied: its text occurs exactly once, and it changes something', () => {
  const outdated = ALL.filter((mutant) => {
    const source = readFileSync(resolve(ROOT, mutant.file), 'utf8');
    const mutated = mutate(source, mutant);
    return mutated === undefined || mutated === source;
  });
  expect(outdated.map(({ breaks }) => breaks)).toEqual([]);
});

test('there are at least a hundred mutants, each with a name of its own', () => {
  expect(new Set(ALL.map(({ breaks }) => breaks)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThanOrEqual(100);
});

test('of each kind that tests miss there are at least three, each with a test that is there', () => {
  const few = (Object.keys(KINDS) as Kind[]).filter(
    (kind) => TEST_FAULTS.filter(({ noticed }) => noticed?.kind === kind).length < 3,
  );
  expect(few).toEqual([]);
  expect(TEST_FAULTS.filter(({ noticed }) => !existsSync(resolve(ROOT, noticed?.test ?? '')))).toEqual([]);
});

test('docs/testing.md has every kind, in the same words', () => {
  const rows = readFileSync(resolve(ROOT, 'docs/testing.md'), 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm);
  expect(Object.fromEntries([...rows].map(([, kind, words]) => [kind, words]))).toEqual(KINDS);
});

test('a text that occurs twice, or not at all, is refused', () => {
  expect(mutate('a b a', { find: 'a', replace: 'c' })).toBeUndefined();
  expect(mutate('a b', { find: 'x', replace: 'c' })).toBeUndefined();
  expect(mutate('a b', { find: 'b', replace: 'c' })).toBe('a c');
});
