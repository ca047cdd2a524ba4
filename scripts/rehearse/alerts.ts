import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Instance, startInstance } from '#testing/instance.ts';
import { DONATION_CASES, type DonationSite, donate } from '../bench/donor.ts';
import { childOf } from '../bench/measure.ts';
import { freePort } from '../free-port.ts';
import { ensureDatabase } from '../postgres.ts';
import { FAULTS, type World } from './faults.ts';
import { poll, say, UNLIMITED } from './load.ts';
import type { Oddities } from './odd-machine.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** A minute of the rules takes three seconds. */
const PACE = 20;
const HOUR_MS = 3_600_000 / PACE;
/** How long after a fault its alerts may take to fire, and to end after it: `for: 15m` and a window of half an hour, and more. */
const FIRES_WITHIN_MS = 90_000;
const ENDS_WITHIN_MS = 240_000;
/** How long alerts that should not fire get, once those that should do. */
const OTHERS_MS = 5_000;
const LOOK_MS = 500;
/** Between two donations of a donor, and two polls. */
const DONOR_PAUSE_MS = 500;
const POLL_PAUSE_MS = 50;

/**
 * Game day: an hour of normal load in which no alert may fire; then one fault after the other, each of which has to set off its
 * alerts and no other, and to leave none behind. With the real Prometheus, on a service of its own.
 * @param only names of faults contain this
 * @returns whether everything was as expected
 * @throws Error if there is none of that name
 */
export async function rehearseAlerts(only: string): Promise<boolean> {
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  if (faults.length === 0)
    throw new Error(`--only: no fault is named so. There are: ${FAULTS.map(({ name }) => name).join('; ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  const database = { dataDir: join(folder, 'database'), durable: true };
  let server = await ensureDatabase(database);
  const metricsPort = await freePort();
  const oddities = join(folder, 'oddities.json');
  const makeOdd = (odd: Oddities) => {
    writeFileSync(`${oddities}.new`, JSON.stringify(odd));
    // Nobody reads half of it.
    renameSync(`${oddities}.new`, oddities);
  };
  makeOdd({});
  let instance: Instance | undefined;
  let prometheus: Prometheus | undefined;
  let load: Load | undefined;
  let owner: pg.Pool | undefined;
  try {
    instance = await startInstance({
      dataDir: join(folder, 'data'),
      settings: {
        ...UNLIMITED,
        DATABASE_URL: server.url,
        DATABASE_OWNER_URL: server.ownerUrl,
        METRICS_PORT: String(metricsPort),
        NODE_OPTIONS: `--import=${new URL(`./odd-machine.ts?file=${oddities}`, import.meta.url).href}`,
      },
    });
    const site = { baseUrl: instance.baseUrl, emulatorUrl: instance.emulatorUrl, demo: instance.demo };
    mkdirSync(join(folder, 'prometheus'));
    prometheus = await startPrometheus(join(folder, 'prometheus'), metricsPort, PACE);
    owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
    // The database goes away in one of the faults.
    owner.on('error', () => {});
    const pool = owner;
    const world: World = {
      site,
      makeOdd,
      worker: childOf(instance.pid, 'scripts/worker.ts'),
      sql: async (text, values) => (await pool.query(text, values)).rows,
      ownerUrl: server.ownerUrl,
      database: {
        stop: () => server.stop(),
        start: async () => {
          server = await ensureDatabase(database);
        },
      },
    };
    load = new Load(world.site);
    let isGood = await normalHour(load, prometheus);
    for (const fault of faults) isGood = (await rehearse(fault, world, load, prometheus)) && isGood;
    return isGood;
  } finally {
    await load?.rest();
    await prometheus?.stop();
    await owner?.end();
    await instance?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function normalHour(load: Load, prometheus: Prometheus): Promise<boolean> {
  load.go();
  const fired = new Set<string>();
  for (const end = Date.now() + HOUR_MS; Date.now() < end; await pause(LOOK_MS))
    for (const alert of await prometheus.firing()) fired.add(alert);
  say(`an hour of normal load: ${fired.size === 0 ? 'no alert' : `WRONG: ${[...fired].join(', ')}`}`);
  return fired.size === 0;
}

/** Makes a fault while nobody is in the middle of a donation, and ends it likewise: what it stops is not late because of it. */
async function rehearse(
  { name, alerts, begin }: (typeof FAULTS)[number],
  world: World,
  load: Load,
  prometheus: Prometheus,
) {
  await load.rest();
  const began = Date.now();
  const end = await begin(world);
  load.go();
  const fired = new Map<string, number>();
  const look = async () => {
    for (const alert of await prometheus.firing()) if (!fired.has(alert)) fired.set(alert, Date.now() - began);
    return alerts.every((alert) => fired.has(alert));
  };
  for (const limit = Date.now() + FIRES_WITHIN_MS; !(await look()) && Date.now() < limit; ) await pause(LOOK_MS);
  for (const limit = Date.now() + OTHERS_MS; Date.now() < limit; await pause(LOOK_MS)) await look();
  await load.rest();
  await end();
  load.go();
  const ended = Date.now();
  let left = await prometheus.firing();
  for (; left.length > 0 && Date.now() - ended < ENDS_WITHIN_MS; await pause(LOOK_MS)) {
    await look();
    left = await prometheus.firing();
  }
  const seen = [...fired].map(([alert, after]) => `${alert} after ${seconds(after)}`).toSorted();
  const isGood = left.length === 0 && [...fired.keys()].toSorted().join() === alerts.join();
  const expected = isGood
    ? ''
    : `  WRONG, expected ${alerts.join(', ')}${left.length > 0 ? `, and still ${left.join(', ')}` : ''}`;
  say(`${name}: ${seen.join(', ') || 'no alert'}; over ${seconds(Date.now() - ended)} after its end${expected}`);
  return isGood;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** A donor of each kind and polls, one after the other with pauses, until it rests. Failures are what faults make. */
class Load {
  readonly #site: DonationSite;
  #goesOn = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(site: DonationSite) {
    this.#site = site;
  }

  go(): void {
    this.#goesOn = true;
    const site = this.#site;
    const donors = DONATION_CASES.map((kind) =>
      this.#repeat(DONOR_PAUSE_MS, () => donate(kind, site, (_step, work) => work())),
    );
    this.#running = Promise.all([...donors, this.#repeat(POLL_PAUSE_MS, () => poll(site))]);
  }

  async rest(): Promise<void> {
    this.#goesOn = false;
    await this.#running;
  }

  async #repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    for (; this.#goesOn; await pause(pauseMs)) await work().catch(() => {});
  }
}
