// @module-tag full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { processStart } from '#scripts/lock.mjs';
import type { Supervised } from './launch.ts';
import { supervise } from './supervise.ts';

/** Stores its pid at every start, reports that it is ready, and stores that it was stopped. */
const WELL_BEHAVED = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  appendFileSync(process.env.PIDS, process.pid + '\\n');
  process.once('SIGTERM', () => { writeFileSync(process.env.PIDS + '.stopped', ''); process.exit(0); });
  process.once('disconnect', () => process.exit(0));
  process.send({ ready: true, port: 4711 });
`;

/** Long past what any of the awaited conditions takes on a busy machine. */
const PATIENCE = { timeout: 30_000 };

let folder: string;
let child: Supervised | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-'));
});
afterEach(async () => {
  await child?.stop();
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

function run(source: string): Supervised {
  const file = join(folder, 'process.mjs');
  writeFileSync(file, source);
  const env = () => ({ NODE_ENV: 'test' as const, PIDS: join(folder, 'pids') });
  child = supervise({ name: 'worker', file, env });
  return child;
}

function pids(): number[] {
  const text = readFileSync(join(folder, 'pids'), 'utf8');
  return text.trim().split('\n').map(Number);
}

test('resolves with the message that a process sends when it is ready', async () => {
  await expect(run(WELL_BEHAVED).ready).resolves.toEqual({ ready: true, port: 4711 });
});

test('a process that crashes is restarted, and one line reports it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await run(WELL_BEHAVED).ready;
  const [first = 0] = pids();
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(logged.mock.calls).toEqual([
    ['The worker stopped unexpectedly (SIGKILL); starting it again in 0.5 s.'],
  ]);
});

test('a process that fails at its first start is not restarted', async () => {
  await expect(run('process.exit(3)').ready).rejects.toThrow('The worker could not start (exit code 3).');
});

test('stopping sends SIGTERM, waits, and restarts nothing', async () => {
  const supervised = run(WELL_BEHAVED);
  await supervised.ready;
  await supervised.stop();
  expect(existsSync(join(folder, 'pids.stopped'))).toBe(true);
  expect(pids().map(processStart)).toEqual([null]);
});

test('stopping during the backoff ends the wait', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const supervised = run(WELL_BEHAVED);
  await supervised.ready;
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  await vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 1, PATIENCE);
  await supervised.stop();
  expect(pids()).toHaveLength(1);
});

test('log lines are forwarded unchanged, other lines name their process', async () => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const source = `console.log('{"level":30}\\nplain'); process.send({ ready: true }); process.once('disconnect', () => {});`;
  await run(source).ready;
  await vi.waitUntil(() => out.mock.calls.length >= 2, PATIENCE);
  expect(out.mock.calls.map(([line]) => line)).toEqual(['{"level":30}\n', '[worker] plain\n']);
});

test.each([
  ['waits for something', ''],
  ['reads its own files', "while (!existsSync(process.env.PIDS + '.orphaned'));"],
])('a process whose parent is killed while it still %s ends', async (_, busy) => {
  const child = join(folder, 'process.mjs');
  const starting = `
    import { existsSync, renameSync, writeFileSync } from 'node:fs';
    writeFileSync(process.env.PIDS + '.new', process.pid + '\\n');
    renameSync(process.env.PIDS + '.new', process.env.PIDS);
    ${busy}
    setInterval(() => {}, 1_000);
  `;
  writeFileSync(child, starting);
  const parent = join(folder, 'parent.mjs');
  const plan = `{ name: 'server', file: ${JSON.stringify(child)}, env: () => process.env }`;
  const module = pathToFileURL(join(import.meta.dirname, 'launch.ts')).href;
  writeFileSync(parent, `import { launch } from '${module}'; launch(${plan});`);
  const env = { NODE_ENV: 'test' as const, PIDS: join(folder, 'pids') };
  const supervisor = spawn(process.execPath, [parent], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await vi.waitUntil(() => existsSync(join(folder, 'pids')), PATIENCE);
  const [pid = 0] = pids();
  onTestFinished(() => {
    if (processStart(pid) !== null) process.kill(pid, 'SIGKILL');
  });
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  writeFileSync(join(folder, 'pids.orphaned'), '');
  await vi.waitUntil(() => processStart(pid) === null, PATIENCE);
});
