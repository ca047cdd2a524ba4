import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '#testing/instance.ts';
import { freePort } from '../free-port.ts';
import { ensureDatabase } from '../postgres.ts';
import { FLOOR_ACCOUNT } from './donation-floor.ts';
import { type DonationCase, type DonationSite, donate, donateAndLeave, loseWebhooks, type Step } from './donor.ts';
import { childOf, cpuOfChildren, cpuSeconds, measure, postmasterOf, rssMiB } from './measure.ts';
import type { DonationOptions } from './options.ts';
import { addToReport, machine, markdown } from './report.ts';
import { countStatements, type SentStatement } from './statement-counter.ts';

/** Rate limits stay on, above the rate that one machine can reach. */
const SETTINGS = { RATE_LIMIT_CLIENT_PER_10S: '100000000', RATE_LIMIT_ADDRESS_PER_10S: '100000000' };
/** The load of polls that a donation is compared with. */
const POLLS = { connections: 32, seconds: 3, warmUpSeconds: 1 };
/** Donors who leave, for each of the donors at once, and the time between two of them, in milliseconds. */
const LEAVING_PER_DONOR = 6;
const LEAVING_EVERY_MS = 100;
/** Donations before the measurement, which load code and prepare statements. */
const WARM_UP = 24;
/** A step has ended once the server has sent no statement for so long, in milliseconds: its webhooks were handled. */
const QUIET_MS = 250;

/** Rounds in which the processor time of each step is measured, and how long a step has to end everywhere, in milliseconds. */
const STEP_ROUNDS = 25;
const SETTLE_MS = 600;

/** Processor time so far, in seconds. */
type Processors = { server: number; worker: number; database: number };

/** An instance with its database. */
type Site = DonationSite & { databaseUrl: string };
type Processes = { server: number; worker: number | null; postmaster: number };

/** The row of a case that is written by hand (donation-floor.ts). */
const FLOOR = 'floor';

type Recovery = { kind: DonationCase; donors: number; p50Ms: number; p99Ms: number };

type Load = {
  name: DonationCase | typeof FLOOR;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of one donation, in milliseconds. */
  cpuMs: Processors;
  /** Processor time of one poll, server and database together, in microseconds. */
  pollMicros: number;
  serverMiB: number;
  workerMiB: number;
};

/** Processor time of each step of one donation, in milliseconds, in order. */
type Steps = { kind: DonationCase; cpuMs: Map<string, Processors> };

/** Statements of the server by the step that caused them, and those of the worker. */
type Counted = { kind: DonationCase; steps: Map<string, SentStatement[]>; worker: number };

/**
 * Measures whole donations, from minting to the poll that says `completed`: the processor time of each process, in polls at
 * saturation in the same run, because that ratio is about the code and not about the machine; then, on another instance,
 * one donation at a time, the statements that each step sends to the database.
 */
export async function benchDonations(options: DonationOptions): Promise<void> {
  const recoveries: Recovery[] = [];
  const steps: Steps[] = [];
  const loads = await withInstance({}, async (site, dataDir, supervisor) => {
    const measured: Load[] = [];
    const processes = {
      server: childOf(supervisor, 'server.ts'),
      worker: childOf(supervisor, 'worker.ts'),
      postmaster: postmasterOf(dataDir),
    };
    for (const kind of options.kinds) measured.push(await load(kind, site, processes, options));
    for (const kind of options.kinds) steps.push(await measureSteps(kind, site, processes, options));
    for (const kind of options.kinds) recoveries.push(await recover(kind, site, options));
    if (options.kinds.includes('donation')) measured.push(await loadFloor(site, processes, options));
    return measured;
  });
  const counted = await countAll(options.kinds);
  if (options.statements) for (const each of counted) print(each);
  const about = [
    machine(),
    `Node ${process.version}; ${options.donors} donors at once, ${options.donations} donations of each kind`,
    `polls: ${POLLS.connections} connections, ${POLLS.seconds} s before and after the donations, in the same processes`,
    'database, load, emulators and servers on one machine; the emulators’ and the donors’ own time is not counted',
  ];
  const notes = about.map((line) => `- ${line}`).join('\n');
  const parts = [
    notes,
    loadTable(loads),
    `Processor time by step, ${options.donors} donors in step with each other, in milliseconds: server + worker + database:`,
    processorTable(steps),
    'From the success at the gateway to `completed`, every webhook lost and the donor gone:',
    recoveryTable(recoveries),
    'Statements of one donation, with those parsed anew:',
    stepTable(counted),
  ];
  console.log(`\n${parts.join('\n\n')}`);
  if (options.write) addToReport('whole donations', parts);
}

async function withInstance<T>(
  settings: Record<string, string>,
  use: (site: Site, dataDir: string, supervisor: number) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const instance = await startInstance({ dataDir, settings: { ...SETTINGS, ...settings } });
    try {
      const { baseUrl, emulatorUrl, demo, pid } = instance;
      const stored = settings.DATABASE_URL ? undefined : await ensureDatabase({ dataDir });
      try {
        return await use(
          { baseUrl, emulatorUrl, demo, databaseUrl: settings.DATABASE_URL ?? stored?.url ?? '' },
          dataDir,
          pid,
        );
      } finally {
        await stored?.stop();
      }
    } finally {
      await instance.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function processorsOf({ server, worker, postmaster }: Processes): Processors {
  return {
    server: cpuSeconds(server),
    worker: worker === null ? 0 : cpuSeconds(worker),
    database: cpuOfChildren(postmaster),
  };
}

/** Donors take each step together. What it causes elsewhere, such as webhooks and mails, is counted with it. */
async function measureSteps(
  kind: DonationCase,
  site: DonationSite,
  processes: Processes,
  { donors }: DonationOptions,
): Promise<Steps> {
  const cpuMs = new Map<string, Processors>();
  let before = processorsOf(processes);
  const step = lockstep(donors, async (name) => {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const after = processorsOf(processes);
    const sum = cpuMs.get(name) ?? { server: 0, worker: 0, database: 0 };
    for (const process of ['server', 'worker', 'database'] as const)
      sum[process] += ((after[process] - before[process]) * 1000) / (donors * STEP_ROUNDS);
    cpuMs.set(name, sum);
    before = after;
  });
  for (let round = 0; round < STEP_ROUNDS; round++)
    await Promise.all(Array.from({ length: donors }, () => donate(kind, site, step)));
  return { kind, cpuMs };
}

/** Steps that end for all donors at once: after the slowest of them, and what is done `afterEach` step. */
function lockstep(donors: number, afterEach: (name: string) => Promise<void>): Step {
  let arrived = 0;
  let turn = Promise.withResolvers<void>();
  return async (name, work) => {
    const result = await work();
    const { promise, resolve } = turn;
    arrived += 1;
    if (arrived === donors) {
      arrived = 0;
      turn = Promise.withResolvers();
      afterEach(name).then(resolve);
    }
    await promise;
    return result;
  };
}

async function load(
  kind: DonationCase,
  site: DonationSite,
  { server, worker, postmaster }: Processes,
  { donations, donors }: DonationOptions,
  name: Load['name'] = kind,
): Promise<Load> {
  const processors = () => processorsOf({ server, worker, postmaster });
  const request = {
    method: 'GET' as const,
    path: `/v1/checkout_links/${site.demo.link_id}`,
    headers: { 'x-api-key': site.demo.key },
  };
  const poll = async () => {
    const polls = await measure({
      url: site.baseUrl,
      pid: server,
      postmaster,
      request,
      status: 200,
      ...POLLS,
    });
    return polls.cpuMicros + polls.databaseMicros;
  };
  await donateMany(kind, site, WARM_UP, donors);
  const pollBefore = await poll();
  const before = processors();
  const startedAt = performance.now();
  const durations = await donateMany(kind, site, donations, donors);
  const seconds = (performance.now() - startedAt) / 1000;
  // The receipts are delivered after the donation, and are a part of it.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const after = processors();
  const pollAfter = await poll();
  const each = (name: keyof Processors) => ((after[name] - before[name]) * 1000) / donations;
  const at = shareOf(durations);
  return {
    name,
    perSecond: donations / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: { server: each('server'), worker: each('worker'), database: each('database') },
    pollMicros: (pollBefore + pollAfter) / 2,
    serverMiB: rssMiB(server),
    workerMiB: worker === null ? 0 : rssMiB(worker),
  };
}

/** The same donations by card at a server written by hand, with the database and the emulators of the service. */
async function loadFloor(site: Site, { postmaster }: Processes, options: DonationOptions): Promise<Load> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const page = await fetch(`${site.baseUrl}/checkout?ref=${site.demo.link_id}`);
  const child = fork(join(import.meta.dirname, 'floor.ts'), [], {
    execArgv: [],
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '',
      DATABASE_URL: site.databaseUrl,
      FLOOR_PORT: String(port),
      FLOOR_BASE_URL: baseUrl,
      FLOOR_EMULATOR_URL: site.emulatorUrl,
      FLOOR_PAGE_BYTES: String((await page.arrayBuffer()).byteLength),
    },
  });
  try {
    await once(child, 'message');
    const endpoint = { ...FLOOR_ACCOUNT, url: `${baseUrl}/webhooks/stripe` };
    const registered = await fetch(`${site.emulatorUrl}/control/stripe/webhook_endpoint`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(endpoint),
    });
    if (!registered.ok) throw new Error(`The emulator answers ${registered.status}.`);
    const processes = { server: child.pid ?? 0, worker: null, postmaster };
    return await load('donation', { ...site, baseUrl }, processes, options, FLOOR);
  } finally {
    child.kill('SIGKILL');
  }
}

/** How soon donations are recorded whose donors leave and whose webhooks are lost: all donors pay within some seconds. */
async function recover(kind: DonationCase, site: Site, { donors }: DonationOptions): Promise<Recovery> {
  await loseWebhooks(kind, site, true);
  try {
    const many = donors * LEAVING_PER_DONOR;
    const durations = await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * LEAVING_EVERY_MS));
        return donateAndLeave(kind, site);
      }),
    );
    const at = shareOf(durations);
    return { kind, donors: many, p50Ms: at(0.5), p99Ms: at(0.99) };
  } finally {
    await loseWebhooks(kind, site, false);
  }
}

/** The value below which a share of the durations is. */
function shareOf(durations: readonly number[]): (share: number) => number {
  const sorted = durations.toSorted((a, b) => a - b);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const atOnce: Step = (_name, work) => work();

/** Donates so many times, by so many donors at once. Returns the durations in milliseconds. */
async function donateMany(
  kind: DonationCase,
  site: DonationSite,
  donations: number,
  donors: number,
): Promise<number[]> {
  const durations: number[] = [];
  let begun = 0;
  const donor = async () => {
    while (begun++ < donations) durations.push(await donate(kind, site, atOnce));
  };
  await Promise.all(Array.from({ length: donors }, donor));
  return durations;
}

async function countAll(kinds: readonly DonationCase[]): Promise<Counted[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = await ensureDatabase({ dataDir: folder });
  try {
    const counter = await countStatements(database.url);
    const settings = { DATABASE_URL: counter.url, DATABASE_OWNER_URL: database.ownerUrl };
    try {
      return await withInstance(settings, async (site) => {
        const counted: Counted[] = [];
        for (const kind of kinds) {
          for (let i = 0; i < 3; i++) await donate(kind, site, atOnce);
          await counter.quiet('server', 2_000);
          counter.take();
          const steps: Counted['steps'] = new Map();
          let worker = 0;
          await donate(kind, site, async (name, work) => {
            const result = await work();
            await counter.quiet('server', QUIET_MS);
            const sent = counter.take();
            steps.set(
              name,
              sent.filter(({ from }) => from === 'server'),
            );
            worker += sent.filter(({ from }) => from === 'worker').length;
            return result;
          });
          await counter.quiet('worker', 2_000);
          worker += counter.take().filter(({ from }) => from === 'worker').length;
          counted.push({ kind, steps, worker });
        }
        return counted;
      });
    } finally {
      counter.stop();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function loadTable(loads: readonly Load[]): string {
  const head = [
    '',
    'donations/s',
    'p50 ms',
    'p99 ms',
    'server ms',
    'worker ms',
    'database ms',
    'together ms',
    'a poll, µs',
    '**polls a donation**',
    'server MiB',
    'worker MiB',
  ];
  const rows = loads.map(({ name, perSecond, p50Ms, p99Ms, cpuMs, pollMicros, serverMiB, workerMiB }) => {
    const { server, worker, database } = cpuMs;
    const together = server + worker + database;
    const figures = [perSecond, p50Ms, p99Ms, server, worker, database, together].map((n) => n.toFixed(1));
    const polls = `**${((together * 1000) / pollMicros).toFixed(0)}**`;
    return [name, ...figures, pollMicros.toFixed(0), polls, serverMiB.toFixed(0), workerMiB.toFixed(0)];
  });
  return markdown(head, rows) + ratioOf(loads);
}

/**
 * The floor's cost by the service's, of server and database: the floor stores the mail of a receipt and delivers none. And the
 * service's rate by the floor's, where all processes share the machine.
 */
function ratioOf(loads: readonly Load[]): string {
  const service = loads.find(({ name }) => name === 'donation');
  const floor = loads.find(({ name }) => name === FLOOR);
  if (!service || !floor) return '';
  const cost = ({ cpuMs }: Load) => cpuMs.server + cpuMs.database;
  const ratios = [
    `processor time ${(cost(floor) / cost(service)).toFixed(2)}`,
    `donations/s ${(service.perSecond / floor.perSecond).toFixed(2)}`,
  ];
  return `\n\nThe service before the floor, held to ≥ 0.40: ${ratios.join(', ')}.`;
}

function recoveryTable(recoveries: readonly Recovery[]): string {
  const rows = recoveries.map(({ kind, donors, p50Ms, p99Ms }) => [
    kind,
    String(donors),
    (p50Ms / 1000).toFixed(1),
    (p99Ms / 1000).toFixed(1),
  ]);
  return markdown(['', 'donors', 'p50 s', 'p99 s'], rows);
}

function processorTable(steps: readonly Steps[]): string {
  const names = [...new Set(steps.flatMap(({ cpuMs }) => [...cpuMs.keys()]))];
  const cell = (each?: Processors) =>
    each ? [each.server, each.worker, each.database].map((ms) => ms.toFixed(1)).join(' + ') : '';
  const rows = names.map((name) => [name, ...steps.map(({ cpuMs }) => cell(cpuMs.get(name)))]);
  return markdown(['', ...steps.map(({ kind }) => kind)], rows);
}

function stepTable(counted: readonly Counted[]): string {
  const names = [...new Set(counted.flatMap(({ steps }) => [...steps.keys()]))];
  const cell = (sent: readonly SentStatement[]) => `${sent.length} (${sent.filter(({ isParsed }) => isParsed).length})`;
  const rows = names.map((name) => [
    name,
    ...counted.map(({ steps }) => (steps.has(name) ? cell(steps.get(name) ?? []) : '')),
  ]);
  const all = counted.map(({ steps }) => `**${cell([...steps.values()].flat())}**`);
  const worker = counted.map((each) => `${each.worker}`);
  return markdown(['', ...counted.map(({ kind }) => kind)], [...rows, ['**server**', ...all], ['worker', ...worker]]);
}

function print({ kind, steps }: Counted): void {
  for (const [name, sent] of steps) {
    console.log(`\n${kind}: ${name}`);
    for (const { text, isParsed } of sent)
      console.log(`  ${isParsed ? 'parsed  ' : 'prepared'} ${text.replace(/\s+/g, ' ')}`);
  }
}
