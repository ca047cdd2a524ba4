// @module-tag full

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning, ownSignature, withLock } from './lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a process that has ended since would have written. */
function deadSignature(): string {
  return spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout.trim();
}

test('one holder at a time', async () => {
  const order: string[] = [];
  const hold = (name: string) =>
    withLock(join(folder, 'lock'), async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} out`);
    });
  await Promise.all([hold('a'), hold('b')]);
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('a holder that died does not block', async () => {
  const path = join(folder, 'lock');
  writeFileSync(path, deadSignature());
  await expect(withLock(path, () => 'mine')).resolves.toBe('mine');
});

test('a holder whose pid now belongs to another process does not block', async () => {
  const path = join(folder, 'lock');
  writeFileSync(path, `${process.pid} 1`);
  await expect(withLock(path, () => 'mine')).resolves.toBe('mine');
});

test('a lock file that a power cut left empty does not block', async () => {
  const path = join(folder, 'lock');
  writeFileSync(path, '');
  await expect(withLock(path, () => 'mine')).resolves.toBe('mine');
  expect(existsSync(path)).toBe(false);
});

test('the lock is released when the work fails', async () => {
  const path = join(folder, 'lock');
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(path)).toBe(false);
});

test('onWait is called once', async () => {
  const path = join(folder, 'lock');
  let notices = 0;
  let release = () => {};
  const first = withLock(path, () => new Promise<void>((resolve) => (release = resolve)));
  const second = withLock(
    path,
    () => {},
    () => {
      notices++;
      release();
    },
  );
  await Promise.all([first, second]);
  expect(notices).toBe(1);
});

test('a zombie and a process with a reused pid do not count as running', () => {
  expect(isRunning(ownSignature())).toBe(true);
  expect(isRunning(deadSignature())).toBe(false);
  expect(isRunning(`${process.pid} 1`)).toBe(false);
});
