import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPaths } from './watch.ts';

/** Long past what any of the awaited conditions takes on a busy machine. */
const PATIENCE = { timeout: 30_000 };

let root: string;
let stop: () => void;
let seen: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  seen = [];
  for (const folder of ['lib/causes', 'lib/node_modules', 'app'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['lib/causes/find.ts', 'server.ts', 'README.md']) write(file);
  ({ stop } = watchPaths(root, ['lib', 'server.ts'], (changed) => seen.push(...changed)));
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true });
});

function write(file: string): void {
  writeFileSync(join(root, file), 'text');
}

/** Changes are reported in order: once a later one was reported, the earlier ones would have been. */
async function seenUntil(file: string): Promise<string[]> {
  write(file);
  await vi.waitUntil(() => seen.includes(file), PATIENCE);
  return seen.filter((path) => path !== file);
}

test('reports a file below a folder, and a single file', async () => {
  write('lib/causes/find.ts');
  expect(await seenUntil('server.ts')).toEqual(['lib/causes/find.ts']);
});

test('reports a file that is replaced by another, as editors save', async () => {
  write('new.ts');
  renameSync(join(root, 'new.ts'), join(root, 'lib/causes/find.ts'));
  expect(await seenUntil('server.ts')).toContain('lib/causes/find.ts');
  seen = [];
  write('lib/causes/find.ts');
  expect(await seenUntil('server.ts')).toEqual(['lib/causes/find.ts']);
});

test('reports files in a new folder', async () => {
  mkdirSync(join(root, 'lib/refunds'));
  await vi.waitUntil(() => seen.includes('lib/refunds'), PATIENCE);
  await seenUntil('lib/refunds/find.ts');
});

test('ignores tests, temporary files of editors, packages and other folders', async () => {
  for (const file of ['lib/causes/find.test.ts', 'lib/.find.ts.swp', 'lib/find.ts~']) write(file);
  for (const file of ['lib/node_modules/pg.js', 'README.md', 'app/page.tsx']) write(file);
  expect(await seenUntil('server.ts')).toEqual([]);
});
