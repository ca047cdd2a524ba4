import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inDataDir, inTemporaryFolder } from './data-dir.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => vi.unstubAllEnvs());

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const fail = (error: Error) => Promise.reject(error);

test('a data directory that cannot be written is named', async () => {
  await expect(inDataDir(folder, () => fail(full))).rejects.toThrow(
    `DATA_DIR must be a folder that can be written, and ${folder} is not: its disk is full.`,
  );
});

test.each([
  ['a database in it', (inside: string) => inDataDir(inside, () => fail(full))],
  ['PostgreSQL', () => fail(new Error('could not write to file "pg_wal/xlogtemp.1": No space left on device'))],
])('a full folder for temporary files is named as TMPDIR, as %s finds it, and nothing stays', async (_, work) => {
  await expect(inTemporaryFolder('backup-', work)).rejects.toThrow(
    `TMPDIR must be a folder that can be written, and ${folder} is not: its disk is full.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder for temporary files that is missing is named as TMPDIR', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'none'));
  await expect(inTemporaryFolder('backup-', async () => {})).rejects.toThrow(
    `TMPDIR must be a folder that can be written, and ${folder}/none is not: there is no such folder.`,
  );
});

test('what has nothing to do with the folder is thrown as it is', async () => {
  const error = new Error('The file is not a backup.');
  await expect(inTemporaryFolder('backup-', () => fail(error))).rejects.toBe(error);
});
