import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startInstance } from '#testing/instance.ts';
import { DONATION_CASES, type DonationCase, type DonationSite, donate } from '../bench/donor.ts';
import { childOf } from '../bench/measure.ts';
import { ensureBuild } from '../build.ts';
import { freePort } from '../free-port.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { poll, say, UNLIMITED } from './load.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** How long the balancer's checks and open requests get when a server is taken out, in milliseconds. */
const DRAIN_MS = 2_000;
const START_LIMIT_MS = 120_000;
/** Donors of each kind at once, and partners that poll without pause. */
const DONORS = 2;
const POLLERS = 4;
const SERVERS = ['app-1', 'app-2'] as const;

/** Requests of one kind. */
type Counted = { done: number; failures: string[]; slowestMs: number };
type Load = { counts: Map<string, Counted>; stop: () => Promise<void> };

/**
 * Rehearses an upgrade (docs/deployment.md): two servers and a worker of an earlier release behind HAProxy, under load; then the
 * migrations, one server after the other, and the worker of this checkout. Every request has to be answered as without it, every
 * donation be completed, and the ledger agree. Linux only.
 * @param from a checkout of the earlier release, which is installed and built where that is missing
 * @param steadyMs how long each state lasts
 * @returns whether nothing failed
 */
export async function rehearseUpgrade(from: string, steadyMs: number): Promise<boolean> {
  if (!existsSync(join(from, 'scripts/install.mjs'))) throw new Error(`${from} is no checkout of this service.`);
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  await promisify(execFile)(process.execPath, ['scripts/install.mjs'], { cwd: from });
  const build = await ensureBuild();
  const instance = await startInstance({ root: from, dataDir: join(folder, 'data'), settings: SETTINGS });
  const env = environmentOf(childOf(instance.pid, 'server.ts'));
  const ports = { 'app-1': await freePort(), 'app-2': await freePort() };
  const servers = new Map<string, ChildProcess>();
  let balancer: Balancer | undefined;
  let load: Load | undefined;
  let worker: ChildProcess | undefined;
  try {
    for (const name of SERVERS) servers.set(name, await startServer(from, env, ports[name]));
    balancer = await startBalancer(folder, await freePort(), ports);
    const site = { baseUrl: balancer.url, emulatorUrl: instance.emulatorUrl, demo: instance.demo };
    await allUp(balancer);
    load = startLoad(site);
    say('two servers of the earlier release, under load');
    await pause(steadyMs);
    const { stderr } = await promisify(execFile)(process.execPath, ['scripts/migrate.ts'], {
      cwd: ROOT,
      env: { ...env, DATABASE_OWNER_URL: ownerUrl(env, folder) },
    });
    say(`migrated: ${stderr.trim().split('\n').join(' ')}`);
    await pause(steadyMs);
    for (const name of SERVERS) {
      await balancer.tell(name, 'drain');
      await pause(DRAIN_MS);
      await end(servers.get(name));
      servers.set(name, await startServer(ROOT, { ...env, NEXT_DIST_DIR: build }, ports[name]));
      await balancer.tell(name, 'ready');
      await allUp(balancer);
      say(`${name} is of this release`);
      await pause(steadyMs);
    }
    worker = start(ROOT, 'scripts/worker.ts', env);
    say('a worker of this release beside the one of the earlier');
    await pause(steadyMs);
    await load.stop();
    const ledger = await promisify(execFile)(process.execPath, ['scripts/console.ts', 'ledger', 'check'], {
      cwd: ROOT,
      env,
    });
    say(`ledger check: ${ledger.stdout.trim()}`);
    return report(load);
  } finally {
    await load?.stop();
    await balancer?.stop();
    for (const child of [...servers.values(), worker]) await end(child);
    await instance.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SETTINGS = { ...UNLIMITED, TRUSTED_PROXIES: '127.0.0.1' };

/** The environment that `npm start` gave a server, but for the channel to its parent: the database and the emulators. */
function environmentOf(pid: number): NodeJS.ProcessEnv {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const env = Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  const { NODE_CHANNEL_FD: _channel, NODE_CHANNEL_SERIALIZATION_MODE: _mode, ...rest } = env;
  return rest as NodeJS.ProcessEnv;
}

function ownerUrl({ DATABASE_URL = '' }: NodeJS.ProcessEnv, folder: string): string {
  const { password } = JSON.parse(readFileSync(join(folder, 'data/postgres.json'), 'utf8'));
  return Object.assign(new URL(DATABASE_URL), { username: 'app', password }).href;
}

function start(checkout: string, file: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [file], { cwd: checkout, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Starts a web server, and waits until it is well. */
async function startServer(checkout: string, env: NodeJS.ProcessEnv, port: number): Promise<ChildProcess> {
  const child = start(checkout, 'server.ts', { ...env, PORT: String(port) });
  for (const limit = Date.now() + START_LIMIT_MS; ; await pause(100)) {
    const isWell = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isWell) return child;
    if (child.exitCode !== null || Date.now() > limit) throw new Error(`The server of ${checkout} does not start.`);
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function allUp(balancer: Balancer): Promise<void> {
  for (const name of SERVERS) while ((await balancer.stateOf(name)) !== 'UP') await pause(200);
}

/** Whole donations of each kind and polls, until it is stopped. */
function startLoad(site: DonationSite): Load {
  const counts = new Map<string, Counted>();
  let goesOn = true;
  const count = async (kind: string, work: () => Promise<unknown>) => {
    const counted = counts.get(kind) ?? { done: 0, failures: [], slowestMs: 0 };
    counts.set(kind, counted);
    const begun = performance.now();
    try {
      await work();
      counted.done += 1;
    } catch (error) {
      counted.failures.push(String((error as Error).cause ?? error));
    }
    counted.slowestMs = Math.max(counted.slowestMs, performance.now() - begun);
  };
  const repeat = async (work: () => Promise<unknown>) => {
    while (goesOn) await work();
  };
  const donor = (kind: DonationCase) =>
    repeat(() => count(`whole ${kind}`, () => donate(kind, site, async (step, work) => work().catch(named(step)))));
  const poller = () => repeat(() => count('poll', () => poll(site)));
  const running = [
    ...DONATION_CASES.flatMap((kind) => Array.from({ length: DONORS }, () => donor(kind))),
    ...Array.from({ length: POLLERS }, poller),
  ];
  return {
    counts,
    stop: async () => {
      goesOn = false;
      await Promise.all(running);
    },
  };
}

/** Says at which step of a donation something failed. */
function named(step: string): (error: Error) => never {
  return (error) => {
    throw new Error(`${step}: ${error.cause ?? error.message}`);
  };
}

function report({ counts }: Load): boolean {
  for (const [kind, { done, failures, slowestMs }] of counts) {
    console.log(`  ${kind}: ${done} done, ${failures.length} failed, the slowest in ${Math.round(slowestMs)} ms`);
    for (const failure of new Set(failures)) console.log(`    ${failure}`);
  }
  return [...counts.values()].every(({ done, failures }) => done > 0 && failures.length === 0);
}
