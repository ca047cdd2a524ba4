import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceHash } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  write('app/page.tsx', 'one');
  write('lib/money.ts', 'one');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('the same sources have the same hash', () => {
  const hash = sourceHash(root);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  write('app/page.tsx', 'one');
  expect(sourceHash(root)).toBe(hash);
});

test.each([
  'app/page.tsx',
  'app/new/page.tsx',
  'components/button.tsx',
  'lib/money.ts',
  'public/logo.svg',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'prisma/models/cause.prisma',
  'scripts/compress.ts',
  ...(readFileSync('next.config.mjs', 'utf8').match(/scripts\/[\w-]+\.cjs/g) ?? []),
])('a change of %s is a new build', (path) => {
  const hash = sourceHash(root);
  write(path, 'two');
  expect(sourceHash(root)).not.toBe(hash);
});

test.each([
  'lib/money.test.ts',
  'README.md',
  'e2e/pay.spec.ts',
  'emulators/main.ts',
  'prisma/migrations/1_a/migration.sql',
  'prisma/generated/client.ts',
])('a change of %s is not', (path) => {
  const hash = sourceHash(root);
  write(path, 'two');
  expect(sourceHash(root)).toBe(hash);
});

test('moving text from one file to another is a change', () => {
  write('lib/a.ts', 'xy');
  write('lib/b.ts', '');
  const hash = sourceHash(root);
  write('lib/a.ts', 'x');
  write('lib/b.ts', 'y');
  expect(sourceHash(root)).not.toBe(hash);
});
