// @module-tag full

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentStamp, install, wantedStamp } from './install.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
  mkdirSync(join(root, 'prisma/models'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  write('package.json', JSON.stringify({ dependencies: { a: '1.0.0' }, scripts: { x: 'y' } }));
  write('package-lock.json', '{}');
  write('prisma/schema.prisma', 'generator');
  write('prisma/models/a.prisma', 'model A');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

test('a fresh clone has nothing installed', () => {
  expect(currentStamp(root)).toEqual({});
});

test('other packages change one stamp, another schema the other', () => {
  const before = wantedStamp(root);
  write('prisma/models/a.prisma', 'model B');
  const schemaChanged = wantedStamp(root);
  expect(schemaChanged.packages).toBe(before.packages);
  expect(schemaChanged.client).not.toBe(before.client);
  write('package.json', JSON.stringify({ dependencies: { a: '2.0.0' } }));
  expect(wantedStamp(root).packages).not.toBe(before.packages);
});

test('other packages of a workspace are installed too', () => {
  const before = wantedStamp(root);
  mkdirSync(join(root, 'sdk'));
  write('sdk/package.json', JSON.stringify({ version: '1.0.0' }));
  expect(wantedStamp(root)).toEqual(before);
  write('sdk/package.json', JSON.stringify({ version: '1.0.0', devDependencies: { a: '1.0.0' } }));
  expect(wantedStamp(root).packages).not.toBe(before.packages);
});

test('an edited npm script installs nothing', () => {
  const before = wantedStamp(root);
  write('package.json', JSON.stringify({ dependencies: { a: '1.0.0' }, scripts: { x: 'z' } }));
  expect(wantedStamp(root)).toEqual(before);
});

test('a client that was deleted counts as missing', () => {
  write('node_modules/.installed.json', JSON.stringify(wantedStamp(root)));
  expect(currentStamp(root).client).toBeUndefined();
  mkdirSync(join(root, 'prisma/generated'));
  expect(currentStamp(root)).toEqual(wantedStamp(root));
});

test('nothing is run when all is in place', async () => {
  mkdirSync(join(root, 'prisma/generated'));
  write('node_modules/.installed.json', JSON.stringify(wantedStamp(root)));
  await expect(install(root)).resolves.toBeUndefined();
});

test('as a command it is silent when all is in place, and fails with the reason on stderr alone', () => {
  mkdirSync(join(root, 'scripts'));
  for (const file of ['install.mjs', 'lock.mjs']) {
    cpSync(join(import.meta.dirname, file), join(root, 'scripts', file));
  }
  write('package.json', JSON.stringify({ type: 'module', dependencies: { a: 'file:./missing' } }));
  const command = () => spawnSync(process.execPath, ['scripts/install.mjs'], { cwd: root, encoding: 'utf8' });
  const failed = command();
  expect(failed).toMatchObject({ status: 1, stdout: '' });
  expect(failed.stderr).toMatch(/could not be installed/);
  mkdirSync(join(root, 'prisma/generated'));
  write('node_modules/.installed.json', JSON.stringify(wantedStamp(root)));
  expect(command()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
