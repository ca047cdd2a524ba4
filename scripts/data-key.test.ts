import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { provideDataKey } from './data-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-key-'));
  vi.stubEnv('DATA_ENCRYPTION_KEY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

test('the embedded database has a key in a private file beside it, which does not change', async () => {
  await provideDataKey({ dataDir });
  const first = process.env.DATA_ENCRYPTION_KEY ?? '';
  expect(readDataKeys(first)).toHaveLength(1);
  const file = join(dataDir, 'data-encryption.key');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${first}\n`, 0o600]);
  vi.stubEnv('DATA_ENCRYPTION_KEY', undefined);
  await provideDataKey({ dataDir });
  expect(process.env.DATA_ENCRYPTION_KEY).toBe(first);
});

test('concurrent processes get one key', async () => {
  const script = join(import.meta.dirname, 'data-key.holder.ts');
  const keys = await Promise.all(
    [1, 2, 3].map(async () => {
      const [key] = await once(fork(script, [dataDir], { execArgv: [] }), 'message');
      return String(key);
    }),
  );
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^k/);
});

test.each(['', '\n', 'k1:short'])('a file without a key (%j) is refused, and stays as it is', async (text) => {
  const file = join(dataDir, 'data-encryption.key');
  writeFileSync(file, text);
  await expect(provideDataKey({ dataDir })).rejects.toThrow(`${file} has no key: restore it from a copy.`);
  expect([process.env.DATA_ENCRYPTION_KEY, readFileSync(file, 'utf8')]).toEqual([undefined, text]);
});

test('no key is generated if one is set, or for a database of DATABASE_URL', async () => {
  await provideDataKey({ dataDir, databaseUrl: 'postgresql://app_service@db/app' });
  expect(process.env.DATA_ENCRYPTION_KEY).toBeUndefined();
  const own = newDataKey();
  vi.stubEnv('DATA_ENCRYPTION_KEY', own);
  await provideDataKey({ dataDir });
  expect([process.env.DATA_ENCRYPTION_KEY, readdirSync(dataDir)]).toEqual([own, []]);
});
