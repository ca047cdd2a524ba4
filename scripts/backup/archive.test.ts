import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Header, newestOf, readHeader } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with the first line of a backup of a day, written on another day. */
function backup(name: string, made: string, written: string): string {
  const header: Header = { backup: 1, created_at: made, migration: 'm', key: 'k', salt: 's', iv: 'i' };
  return fileWith(name, `${JSON.stringify(header)}\n…`, written);
}

function fileWith(name: string, text: string, written: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  utimesSync(file, new Date(written), new Date(written));
  return file;
}

test('the newest backup is the one that was made last, whatever the files are called and when they were copied', async () => {
  const copied = backup('before-the-release.backup', '2026-11-01T00:00:00.000Z', '2026-11-28T00:00:00.000Z');
  const daily = backup('2026-11-20T000000.000Z.backup', '2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z');
  const never = fileWith('2999-01-01T000000.000Z.backup', '', '2026-11-29T00:00:00.000Z');
  expect(await newestOf([copied, daily, never])).toBe(daily);
  expect(await newestOf([daily, copied])).toBe(daily);
  expect(await newestOf([never])).toBeUndefined();
  expect(await newestOf([])).toBeUndefined();
  // One that is damaged is not passed over: its check says so.
  const damaged = fileWith('damaged.backup', '{"backup":', '2026-11-27T00:00:00.000Z');
  expect(await newestOf([copied, daily, damaged])).toBe(damaged);
});

test('a path that is not a file is refused, and nobody waits for it', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, folder, '/dev/zero']) await expect(readHeader(path)).rejects.toThrow('It is not a file.');
  await expect(readHeader(join(folder, 'missing'))).rejects.toThrow('There is no such file.');
  await expect(readHeader(join(folder, 'x'.repeat(300)))).rejects.toThrow('It cannot be read (ENAMETOOLONG).');
});
