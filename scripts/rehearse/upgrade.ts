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
import { Creator, type Releases } from './creator.ts';
import { poll, say, UNLIMITED } from './load.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** How long the balancer's checks and open requests get when a server is taken out, in milliseconds. */
const DRAIN_MS = 2_000;
const START_LIMIT_MS = 120_000;
/** Donors of each kind at once, and partners that poll without pause. */
const DONORS = 2;
const POLLERS = 4;
/**
 * Creators who sign in, and how often each does, in milliseconds. They share an address, from which a server takes 300 forms in ten
 * minutes: this is 240 for each of two servers.
 */
const CREATORS = 2;
const SIGN_IN_EVERY_MS = 5_000;
const SERVERS = ['app-1', 'app-2'] as const;

/** Requests of one kind. */
type Counted = { done: number; failures: string[]; slowestMs: number };
/** Does something and counts it; undefined if it failed. */
type Count = <Made>(kind: string, work: () => Promise<Made>) => Promise<Made | undefined>;
type Load = {
  counts: Map<string, Counted>;
  /** How many codes of one release the other one has refused. */
  refusedCodes: () => number;
  /** Lets those who have signed in to stay open the dashboard again, and one more sign in. */
  meet: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Rehearses an upgrade (docs/deployment.md): two servers and a worker of an earlier release behind HAProxy, under load; then the
 * migrations, one server after the other, and the worker of this checkout. Every request has to be answered as without it, every
 * donation be completed, every creator get in and stay in, and the ledger agree. Linux only.
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
  const checkouts = new Map<string, string>(SERVERS.map((name) => [name, from]));
  let balancer: Balancer | undefined;
  let load: Load | undefined;
  let worker: ChildProcess | undefined;
  const goOn = async (what: string) => {
    say(what);
    await Promise.all([pause(steadyMs), load?.meet()]);
  };
  try {
    for (const name of SERVERS) servers.set(name, await startServer(from, env, ports[name]));
    balancer = await startBalancer(folder, await freePort(), ports);
    const site = { baseUrl: balancer.url, emulatorUrl: instance.emulatorUrl, demo: instance.demo };
    await allUp(balancer);
    load = startLoad(site, () => [...checkouts.values()]);
    await goOn('two servers of the earlier release, under load');
    const { stderr } = await promisify(execFile)(process.execPath, ['scripts/migrate.ts'], {
      cwd: ROOT,
      env: { ...env, DATABASE_OWNER_URL: ownerUrl(env, folder) },
    });
    await goOn(`migrated: ${stderr.trim().split('\n').join(' ')}`);
    for (const name of SERVERS) {
      await balancer.tell(name, 'drain');
      await pause(DRAIN_MS);
      await end(servers.get(name));
      servers.set(name, await startServer(ROOT, { ...env, NEXT_DIST_DIR: build }, ports[name]));
      checkouts.set(name, ROOT);
      await balancer.tell(name, 'ready');
      await allUp(balancer);
      await goOn(`${name} is of this release`);
    }
    worker = start(ROOT, 'scripts/worker.ts', env);
    await goOn('a worker of this release beside the one of the earlier');
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

/** Whole donations of each kind, polls and sign-ins, until it is stopped. */
function startLoad(site: DonationSite, releases: Releases): Load {
  const counts = new Map<string, Counted>();
  let goesOn = true;
  const count: Count = async (kind, work) => {
    const counted = counts.get(kind) ?? { done: 0, failures: [], slowestMs: 0 };
    counts.set(kind, counted);
    const begun = performance.now();
    try {
      const made = await work();
      counted.done += 1;
      return made;
    } catch (error) {
      counted.failures.push(String((error as Error).cause ?? error));
      return undefined;
    } finally {
      counted.slowestMs = Math.max(counted.slowestMs, performance.now() - begun);
    }
  };
  const repeat = async (work: () => Promise<unknown>) => {
    while (goesOn) await work();
  };
  const donor = (kind: DonationCase) =>
    repeat(() => count(`whole ${kind}`, () => donate(kind, site, async (step, work) => work().catch(named(step)))));
  const poller = () => repeat(() => count('poll', () => poll(site)));
  const creators = creatorsOf(site, releases, count);
  const creator = () => repeat(() => Promise.all([creators.comeAndGo(), pause(SIGN_IN_EVERY_MS)]));
  const running = [
    ...DONATION_CASES.flatMap((kind) => Array.from({ length: DONORS }, () => donor(kind))),
    ...Array.from({ length: POLLERS }, poller),
    ...Array.from({ length: CREATORS }, creator),
  ];
  return {
    counts,
    refusedCodes: creators.refusedCodes,
    meet: creators.meet,
    stop: async () => {
      goesOn = false;
      await Promise.all(running);
      await creators.leave();
    },
  };
}

/** Creators who sign in and soon out again, and those who stay signed in. */
function creatorsOf(site: DonationSite, releases: Releases, count: Count) {
  const staying: Creator[] = [];
  let refusedCodes = 0;
  const signIn = () =>
    count('sign-in', async () => {
      const creator = await Creator.create(site);
      await creator.signIn(releases, () => refusedCodes++);
      return creator;
    });
  const signOut = (creator: Creator) => count('sign-out', () => creator.signOut());
  return {
    refusedCodes: () => refusedCodes,
    comeAndGo: async () => {
      const creator = await signIn();
      if (creator) await signOut(creator);
    },
    /** Whoever stays opens the dashboard again, and somebody else signs in to stay. */
    meet: async () => {
      for (const creator of staying) await count('page of an earlier session', () => creator.openDashboard());
      const creator = await signIn();
      if (creator) staying.push(creator);
    },
    leave: async () => {
      for (const creator of staying.splice(0)) await signOut(creator);
    },
  };
}

/** Says at which step of a donation something failed. */
function named(step: string): (error: Error) => never {
  return (error) => {
    throw new Error(`${step}: ${error.cause ?? error.message}`);
  };
}

function report({ counts, refusedCodes }: Load): boolean {
  for (const [kind, { done, failures, slowestMs }] of counts) {
    console.log(`  ${kind}: ${done} done, ${failures.length} failed, the slowest in ${Math.round(slowestMs)} ms`);
    for (const failure of new Set(failures)) console.log(`    ${failure}`);
  }
  console.log(`  codes of one release that the other refused, and that were requested again: ${refusedCodes()}`);
  return [...counts.values()].every(({ done, failures }) => done > 0 && failures.length === 0);
}
