// @module-tag full

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processStart } from '#scripts/lock.mjs';
import type { Supervised } from '#scripts/start/launch.ts';
import { restartOnChange } from './restart-on-change.ts';

/** Stores its pid at every start, and reports that it is ready. */
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
  folder = mkdtempSync(join(tmpdir(), 'restart-'));
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
  child = restartOnChange(plan, { restart: ['process.mjs'], reload: ['reloaded.mjs'] }, folder);
  return child;
}

function pids(): number[] {
  return readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').filter(Boolean).map(Number);
}

/** The process writes why it ends to the standard error, then its supervisor reports the end. */
const stopReported = () => vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 1, PATIENCE);

test('a change of a file restarts the process', async () => {
  await run(WELL_BEHAVED).ready;
  write('process.mjs', `${WELL_BEHAVED} // Changed.`);
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(processStart(pids()[0] ?? 0)).toBe(null);
});

test('a change of a file that it reloads itself does not restart it', async () => {
  await run(WELL_BEHAVED).ready;
  write('reloaded.mjs', '// Changed.');
  write('process.mjs', `${WELL_BEHAVED} // Changed.`);
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(pids()).toHaveLength(2);
});

test('a broken process waits for a change, also at its first start, and is ready once it is fixed', async () => {
  const { ready } = run(BROKEN);
  await stopReported();
  expect(console.error).toHaveBeenCalledWith(
    'The worker stopped (exit code 1); once one of its files changes, it is started again.',
  );
  write('process.mjs', WELL_BEHAVED);
  await expect(ready).resolves.toEqual({ ready: true, port: 4711 });
});

test('a process that broke on a file it reloads itself is restarted when that changes', async () => {
  write('reloaded.mjs', BROKEN);
  const { ready } = run(`import './reloaded.mjs'; ${WELL_BEHAVED}`);
  await stopReported();
  write('reloaded.mjs', '');
  await expect(ready).resolves.toEqual({ ready: true, port: 4711 });
});

test('stopping a process that waits for a change ends the wait', async () => {
  const { stop, ready } = run(BROKEN);
  await stopReported();
  await stop();
  await expect(ready).rejects.toThrow('The worker was stopped.');
  expect(pids()).toEqual([]);
});
