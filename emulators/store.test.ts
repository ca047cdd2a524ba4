import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './store.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What is stored by a process that runs this, and is killed by it. */
function storedBy(code: string): string[] {
  const folder = newFolder();
  const script = `
    import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)};
    const items = openStore(${JSON.stringify(folder)}).collection('items');
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${code}`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(signal).toBe('SIGKILL');
  const store = openStore(folder);
  onTestFinished(() => store.close());
  return store.collection<string>('items').values();
}

test('what was stored before a process was killed is there', () => {
  expect(storedBy(`items.set('charge', 'a'); items.set('fee', 'b'); await null; die();`)).toEqual(['a', 'b']);
});

test('of what is stored together nothing is there where the process was killed in between', () => {
  expect(
    storedBy(`items.set('charge', 'a'); await null; items.set('charge', 'c'); items.set('fee', 'b'); die();`),
  ).toEqual(['a']);
});

test('a store that is closed keeps what was stored last', () => {
  const folder = newFolder();
  const first = openStore(folder);
  first.collection('items').set('charge', 'a');
  first.close();
  const store = openStore(folder);
  onTestFinished(() => store.close());
  expect(store.collection('items').get('charge')).toBe('a');
});
