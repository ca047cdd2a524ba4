import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startInstance } from '#testing/instance.ts';
import { childOf, rssMiB } from './bench/measure.ts';
import { ensureBuild } from './build.ts';
import { findAttackSurface } from './fuzz/attack-surface.ts';
import { FLOOD_SETTINGS, flood } from './fuzz/flood.ts';
import { type FuzzOptions, readFuzzOptions, USAGE } from './fuzz/options.ts';
import { fuzz } from './fuzz/run.ts';
import { errorsIn, SETTINGS } from './fuzz/service.ts';

/** Share of the requests sent before memory is first measured: what a server allocates once is no leak. */
const WARM_UP = 0.1;
/** How much memory may have grown in the end, as a share, and how long the server may take to release the rest, in seconds. */
const GROWTH = 0.2;
const MEMORY_TIMEOUT_S = 180;

/** Sends requests as asked for and prints a report. Exits 1 if anything was wrong. */
async function run(args: string[]): Promise<void> {
  const options = readFuzzOptions(args, 1 + Math.floor(Math.random() * 1e9));
  await ensureBuild();
  await (options.costs ? runFlood(options) : runHostile(options));
}

/** Sends costly requests to an instance of its own with the usual limits. */
async function runFlood({ requests }: FuzzOptions): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const instance = await startInstance({ dataDir, settings: FLOOD_SETTINGS });
  try {
    const { flood: sent, polls, donations, wrong } = await flood(instance, requests);
    const ms = (value: number) => `${Math.round(value)} ms`;
    const counts = Object.entries(sent.statuses).map(([status, count]) => `${status} × ${count}`);
    console.log(`${requests} requests of one /48 in ${Math.round(sent.seconds)} s: ${counts.join(', ')}`);
    console.log(
      `${polls.count} polls: half within ${ms(polls.p50)}, 95 of 100 within ${ms(polls.p95)}, all within ${ms(polls.longest)}`,
    );
    console.log(`${donations.count} donations: half within ${ms(donations.p50)}, all within ${ms(donations.longest)}`);
    conclude([...wrong, ...errorsIn(instance.output()).map((line) => `The service logged an error: ${line}`)]);
  } finally {
    await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends hostile requests to an instance of its own, whose limits are never reached. */
async function runHostile({ requests, seed }: FuzzOptions): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const instance = await startInstance({ dataDir, settings: SETTINGS });
  try {
    const surface = await findAttackSurface(instance);
    const about = `${surface.pages.length} pages and ${surface.forms.length} forms found`;
    console.error(`Seed ${seed}, ${requests} requests, ${about}.`);
    const server = childOf(instance.pid, 'server.ts');
    const progress = (sent: number) => console.error(`${sent} sent, ${Math.round(rssMiB(server))} MiB`);
    await fuzz(surface, { seed, requests: Math.ceil(requests * WARM_UP) });
    const before = rssMiB(server);
    const started = Date.now();
    const { sent, statuses, findings } = await fuzz(surface, { seed: seed + 1000, requests }, progress);
    const seconds = (Date.now() - started) / 1000;
    const after = await memoryAfterwards(server, before);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'none'} × ${count}`);
    console.log(`${sent} requests in ${Math.round(seconds)} s, seed ${seed}: ${counts.join(', ')}`);
    console.log(`memory of the server: ${Math.round(before)} MiB before, ${Math.round(after)} MiB afterwards`);
    const wrong = findings.map(({ message, curl }) => `${message}\n  ${curl}`);
    wrong.push(...errorsIn(instance.output()).map((line) => `The service logged an error: ${line}`));
    if (after > before * (1 + GROWTH)) wrong.push('The memory of the server has grown by more than a fifth.');
    conclude(wrong);
  } finally {
    await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function conclude(wrong: readonly string[]): void {
  for (const line of wrong) console.log(line);
  console.log(wrong.length === 0 ? 'Nothing was wrong.' : `${wrong.length} findings.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** Memory once it is near where it was, at the latest after MEMORY_TIMEOUT_S; in MiB. */
async function memoryAfterwards(pid: number, before: number): Promise<number> {
  for (let second = 0; second < MEMORY_TIMEOUT_S && rssMiB(pid) > before * (1 + GROWTH); second++) await pause(1000);
  return rssMiB(pid);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
