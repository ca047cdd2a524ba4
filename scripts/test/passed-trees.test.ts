import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { committedTree, passedAt, recordPassed } from './passed-trees.ts';

const root = mkdtempSync(join(tmpdir(), 'passed-trees-'));
afterAll(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

test('only a tree with everything committed is known, and the same sources are the same tree', () => {
  expect(committedTree(root)).toBeUndefined();
  git('init', '--quiet');
  writeFileSync(join(root, 'a'), '1');
  expect(committedTree(root)).toBeUndefined();
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  const tree = committedTree(root);
  expect(tree).toBe(git('rev-parse', 'HEAD^{tree}'));
  git('commit', '--quiet', '--allow-empty', '--message', 'two');
  expect(committedTree(root)).toBe(tree);
});

test('what passed is remembered for each tree and suite', () => {
  const tree = 'a'.repeat(40);
  recordPassed(tree, 'gate', new Date('2026-11-25T01:00:00Z'), root);
  recordPassed(tree, 'gate', new Date('2026-11-25T02:00:00Z'), root);
  expect(passedAt(tree, 'gate', root)).toBe('2026-11-25T02:00:00.000Z');
  expect(passedAt(tree, 'all', root)).toBeUndefined();
  expect(passedAt('b'.repeat(40), 'gate', root)).toBeUndefined();
});
