import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processStart } from '../lock.mjs';
import type { Supervised } from '../start/launch.ts';
import { follow } from './follow.ts';

/** Notes its pid at every start, and says it is ready. */
const WELL_BEHAVED = `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.PIDS, process.pid + '\\n');
  process.once('disconnect', () => process.exit(0));
  process.send({ ready: true, port: 4711 });
`;
const BROKEN = 'const = ;';

/** Long past what any of the awaited conditions takes on a busy machine. */
const PATIENCE = { timeout: 30_000 };

let folder: string;
let child: Supervised | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-'));
  write('reloaded.mjs', '');
  write('pids', '');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await child?.stop();
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

function run(source: string): Supervised {
  write('process.mjs', source);
  const env = () => ({ NODE_ENV: 'test' as const, PIDS: join(folder, 'pids') });
  const plan = { name: 'worker', file: join(folder, 'process.mjs'), env };
  child = follow(plan, { restart: ['process.mjs'], reload: ['reloaded.mjs'] }, folder);
  return child;
}

function pids(): number[] {
  return readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').filter(Boolean).map(Number);
}

/** The process says on the standard error why it ends, then we say that it did. */
const saidThatItStopped = () =>
  vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 1, PATIENCE);

test('a change of a file starts the process again; the one before is gone', async () => {
  await run(WELL_BEHAVED).ready;
  write('process.mjs', `${WELL_BEHAVED} // Changed.`);
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(processStart(pids()[0] ?? 0)).toBe(null);
});

test('what it takes up by itself does not start it again', async () => {
  await run(WELL_BEHAVED).ready;
  write('reloaded.mjs', '// Changed.');
  write('process.mjs', `${WELL_BEHAVED} // Changed.`);
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(pids()).toHaveLength(2);
});

test('one that breaks waits for a change, also at its first start, and is ready once it is mended', async () => {
  const { ready } = run(BROKEN);
  await saidThatItStopped();
  expect(console.error).toHaveBeenCalledWith(
    'The worker stopped (exit code 1); once one of its files changes, it is started again.',
  );
  write('process.mjs', WELL_BEHAVED);
  await expect(ready).resolves.toEqual({ ready: true, port: 4711 });
});

test('one that broke over what it takes up by itself is started again when that changes', async () => {
  write('reloaded.mjs', BROKEN);
  const { ready } = run(`import './reloaded.mjs'; ${WELL_BEHAVED}`);
  await saidThatItStopped();
  write('reloaded.mjs', '');
  await expect(ready).resolves.toEqual({ ready: true, port: 4711 });
});

test('stopping one that is down ends the wait', async () => {
  const { stop, ready } = run(BROKEN);
  await saidThatItStopped();
  await stop();
  await expect(ready).rejects.toThrow('The worker was stopped.');
  expect(pids()).toEqual([]);
});
