import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childOf, rssMiB } from './bench/measure.ts';
import { ensureBuild } from './build.ts';
import { readFuzzOptions, USAGE } from './fuzz/options.ts';
import { fuzz } from './fuzz/run.ts';
import { errorsIn, SETTINGS } from './fuzz/service.ts';
import { explore } from './fuzz/world.ts';
import { startInstance } from './testing/instance.ts';

/** Sent before memory is first measured, as a share: what every server allocates once is no leak. */
const WARM_UP = 0.1;
/** How much memory may have grown in the end, and how long the server may take to give back the rest, in seconds. */
const GROWTH = 0.2;
const SETTLING_S = 180;

/** Sends hostile requests to an instance of its own and tells what it saw. Exits 1 where anything was wrong. */
async function run(args: string[]): Promise<void> {
  const { requests, seed } = readFuzzOptions(args, 1 + Math.floor(Math.random() * 1e9));
  await ensureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const instance = await startInstance({ dataDir, settings: SETTINGS });
  try {
    const world = await explore(instance);
    const about = `${world.pages.length} pages and ${world.forms.length} forms found`;
    console.error(`Seed ${seed}, ${requests} requests, ${about}.`);
    const server = childOf(instance.pid, 'server.ts');
    const progress = (sent: number) => console.error(`${sent} sent, ${Math.round(rssMiB(server))} MiB`);
    await fuzz(world, { seed, requests: Math.ceil(requests * WARM_UP) });
    const before = rssMiB(server);
    const started = Date.now();
    const { sent, statuses, faults } = await fuzz(world, { seed: seed + 1000, requests }, progress);
    const seconds = (Date.now() - started) / 1000;
    const after = await settled(server, before);
    const counts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'none'} × ${count}`);
    console.log(`${sent} requests in ${Math.round(seconds)} s, seed ${seed}: ${counts.join(', ')}`);
    console.log(
      `memory of the server: ${Math.round(before)} MiB before, ${Math.round(after)} MiB afterwards`,
    );
    const wrong = faults.map(({ said, curl }) => `${said}\n  ${curl}`);
    wrong.push(...errorsIn(instance.said()).map((line) => `The service logged an error: ${line}`));
    if (after > before * (1 + GROWTH)) wrong.push('The memory of the server has grown by more than a fifth.');
    for (const line of wrong) console.log(line);
    console.log(wrong.length === 0 ? 'Nothing was wrong.' : `${wrong.length} faults.`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Memory once it is back near where it was, or after the time for it; in MiB. */
async function settled(pid: number, before: number): Promise<number> {
  for (let second = 0; second < SETTLING_S && rssMiB(pid) > before * (1 + GROWTH); second++)
    await pause(1000);
  return rssMiB(pid);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
