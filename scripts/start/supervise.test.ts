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

function run(source: string, settings: () => Record<string, string> = () => ({})): Supervised {
  const file = join(folder, 'process.mjs');
  writeFileSync(file, source);
  const env = () => ({ NODE_ENV: 'test' as const, PIDS: join(folder, 'pids'), ...settings() });
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
  expect(logged.mock.calls).toEqual([['The worker stopped unexpectedly (SIGKILL); starting it again in 0.5 s.']]);
});

test('a process that fails at its first start is not restarted', async () => {
  await expect(run('process.exit(3)').ready).rejects.toThrow('The worker could not start (exit code 3).');
});

/**
 * What becomes of each start, in order: a signal ends it, it exits with a code, or it is ready and exits. Those after them are
 * well-behaved.
 */
const starts = (...fates: (NodeJS.Signals | number | 'ready')[]) => `
  ${WELL_BEHAVED.replace('process.send(', 'const ready = () => process.send(')}
  const { readFileSync } = await import('node:fs');
  const before = readFileSync(process.env.PIDS, 'utf8').trim().split('\\n').length - 1;
  const fate = ${JSON.stringify(fates)}[before];
  if (typeof fate === 'number') process.exit(fate);
  else if (fate === undefined) ready();
  else if (fate === 'ready') process.send({ ready: true, port: 4711 }, () => process.exit(0));
  else {
    process.removeAllListeners(fate);
    setInterval(() => process.kill(process.pid, fate), 10);
  }
`;

test.each(['SIGKILL', 'SIGTERM', 'SIGABRT'] as const)(
  'a process that %s ends before it is ready is restarted, with growing pauses',
  async (signal) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(run(starts(signal, signal)).ready).resolves.toEqual({ ready: true, port: 4711 });
    expect(logged.mock.calls).toEqual([
      [`The worker stopped unexpectedly (${signal}); starting it again in 0.5 s.`],
      [`The worker stopped unexpectedly (${signal}); starting it again in 1 s.`],
    ]);
    expect(pids()).toHaveLength(3);
  },
);

test('a process that is killed at its first start, and fails at its second, is not restarted again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { ready } = run(starts('SIGKILL', 3));
  await expect(ready).rejects.toThrow('The worker could not start (exit code 3).');
  expect(logged.mock.calls).toHaveLength(1);
  expect(pids()).toHaveLength(2);
});

test('a process that was ready once is restarted, also when a restart is killed or fails', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await run(starts('ready', 'SIGKILL', 3)).ready;
  await vi.waitUntil(() => pids().length === 4, PATIENCE);
  expect(logged.mock.calls).toEqual([
    ['The worker stopped unexpectedly (exit code 0); starting it again in 0.5 s.'],
    ['The worker stopped unexpectedly (SIGKILL); starting it again in 1 s.'],
    ['The worker stopped unexpectedly (exit code 3); starting it again in 2 s.'],
  ]);
});

test('a process that the system cannot create is tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sizes = [4 * 1024 * 1024, 0];
  const { ready } = run(WELL_BEHAVED, () => ({ PADDING: ' '.repeat(sizes.shift() ?? 0) }));
  await expect(ready).resolves.toEqual({ ready: true, port: 4711 });
  expect(logged.mock.calls).toEqual([[expect.stringMatching(/^The worker .*E2BIG.*again in 0.5 s\.$/)]]);
});

test('stopping a process that is killed at every start ends its wait and its start', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const supervised = run(starts('SIGKILL', 'SIGKILL'));
  await vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 1, PATIENCE);
  await supervised.stop();
  await expect(supervised.ready).rejects.toThrow('The worker was stopped.');
  expect(pids()).toHaveLength(1);
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

test('says the metrics of the process that runs, also after a restart, and nothing for one that does not answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answering = `${WELL_BEHAVED}
    process.on('message', ({ metrics }) => process.send({ metrics, values: [{ pid: process.pid }] }));
  `;
  await run(answering).ready;
  const [first = 0] = pids();
  expect(await child?.metrics(PATIENCE.timeout)).toEqual([{ pid: first }]);
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(() => pids().length === 2, PATIENCE);
  expect(await child?.metrics(PATIENCE.timeout)).toEqual([{ pid: pids()[1] }]);
  await child?.stop();
  expect(await child?.metrics(PATIENCE.timeout)).toBeUndefined();
  await run(WELL_BEHAVED).ready;
  expect(await child?.metrics(1)).toBeUndefined();
});
