import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type BenchCase, CASES, type Prepared } from './bench/cases.ts';
import { type BenchData, loadData, readIntoMemory } from './bench/data.ts';
import { benchDonations } from './bench/donation.ts';
import { type Measure, measure, median, postmasterOf } from './bench/measure.ts';
import {
  type BenchOptions,
  DONATION_USAGE,
  isDonationCase,
  PAGE,
  PAGE_USAGE,
  readBenchOptions,
  readDonationOptions,
  readPageOptions,
  USAGE,
} from './bench/options.ts';
import { benchPage } from './bench/page.ts';
import { addToReport, growthTable, linksOf, machineNotes, type Result, tableOf } from './bench/report.ts';
import { soak } from './bench/soak.ts';
import { ensureBuild } from './build.ts';
import { freePort } from './free-port.ts';
import { migrate } from './migrate.ts';
import { type Database, ensureDatabase } from './postgres.ts';
import { startRedis } from './redis.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Rate limits stay on, above the rate that one machine can reach. */
const NEVER_REACHED = '100000000';

/** A server that is measured. */
type Server = { url: string; pid: number; child: ChildProcess };

/** A filled database with the two servers on it, and what was measured on them. */
type Site = {
  rows: number;
  folder: string;
  database: Database;
  data: BenchData;
  service: Server;
  floor: Server;
  prepared: Prepared;
  results: Result[];
};

/** Undone in the end, the last first. */
type Stops = (() => unknown)[];

/** Measures the service against the floor, case by case, all in turn. */
async function bench(options: BenchOptions): Promise<void> {
  const stops: Stops = [];
  try {
    const distDir = await ensureBuild();
    const redis = options.redis ? await startRedis(await freePort()) : undefined;
    if (redis) stops.push(() => redis.stop());
    const sites: [Site, ...Site[]] = [await setUp(options.rows[0], distDir, stops, redis?.url)];
    for (const rows of options.rows.slice(1)) sites.push(await setUp(rows, distDir, stops, redis?.url));

    const wanted = CASES.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
    for (const each of wanted) await compare(each, sites, options);
    const about = machineNotes(options, await versionOf(sites[0].database.url));
    const tables = sites.flatMap(({ rows, results }) => [`${linksOf(rows)}:`, tableOf(results)]);
    const growth = sites.length > 1 ? [growthTable(sites)] : [];
    const parts = [about, 'The service before the floor:', ...growth, ...tables];
    console.log(`\n${parts.join('\n\n')}`);
    if (options.soakMinutes > 0) {
      const soaked = await soak({ ...sites[0], ...sites[0].service, minutes: options.soakMinutes });
      console.log(`\n${soaked}`);
      parts.push(soaked);
    }
    if (options.write) addToReport(`${linksOf(...options.rows)}${options.redis ? ', limits in Redis' : ''}`, parts);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function setUp(rows: number, distDir: string, stops: Stops, redisUrl?: string): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  console.error(`Loading ${linksOf(rows)}…`);
  const data = await load(folder, rows);
  const database = await ensureDatabase({ dataDir: folder });
  stops.push(() => database.stop());
  await readIntoMemory(database.url);
  const service = await startService(database.url, distDir, folder, redisUrl);
  stops.push(() => stopServer(service));
  const prepared = await prepare(service.url, data);
  const floor = await startFloor(database.url, service.url, await pageBytes(service.url, data));
  stops.push(() => stopServer(floor));
  return { rows, folder, database, data, service, floor, prepared, results: [] };
}

/** Fills a new database and stops it, which writes all of it: a checkpoint of the load would go on under what is measured. */
async function load(folder: string, rows: number): Promise<BenchData> {
  const database = await ensureDatabase({ dataDir: folder });
  try {
    await migrate(database);
    return await loadData(database.ownerUrl, rows);
  } finally {
    await database.stop();
  }
}

async function compare(each: BenchCase, sites: readonly Site[], options: BenchOptions): Promise<void> {
  const { connections, seconds, warmUpSeconds } = options;
  const measured = sites.map((site) => ({ site, service: [] as Measure[], floor: [] as Measure[] }));
  for (let round = 0; round < options.rounds; round++) {
    for (const { site, ...measures } of measured) {
      for (const name of ['service', 'floor'] as const) {
        const { url, pid } = site[name];
        const request = each.request(site.data, site.prepared);
        const postmaster = postmasterOf(site.folder);
        const about = { url, pid, postmaster, request, status: each.status };
        measures[name].push(await measure({ ...about, connections, seconds, warmUpSeconds }));
      }
      const rates = `${perSecond(measures.service)} of ${perSecond(measures.floor)}`;
      console.error(`${each.name}, ${linksOf(site.rows)}, round ${round + 1}: ${rates}`);
    }
  }
  for (const { site, service, floor } of measured)
    site.results.push({ case: each, service: median(service), floor: median(floor) });
}

const perSecond = (measures: Measure[]) => Math.round(measures.at(-1)?.perSecond ?? 0);

/** The service as `npm start` runs it, its limits out of reach. Nothing that is measured asks a gateway. */
function startService(databaseUrl: string, distDir: string, folder: string, redisUrl?: string): Promise<Server> {
  return start('server.ts', (port) => ({
    PORT: String(port),
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    NEXT_DIST_DIR: distDir,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_CLIENT_PER_10S: NEVER_REACHED,
    RATE_LIMIT_ADDRESS_PER_10S: NEVER_REACHED,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
  }));
}

function startFloor(databaseUrl: string, baseUrl: string, bytes: number): Promise<Server> {
  return start('scripts/bench/floor.ts', (port) => ({
    FLOOR_PORT: String(port),
    FLOOR_BASE_URL: baseUrl,
    FLOOR_PAGE_BYTES: String(bytes),
    DATABASE_URL: databaseUrl,
  }));
}

async function start(file: string, settings: (port: number) => Record<string, string>): Promise<Server> {
  const port = await freePort();
  const env = { NODE_ENV: 'production' as const, PATH: process.env.PATH ?? '', ...settings(port) };
  const child = fork(join(ROOT, file), [], {
    cwd: ROOT,
    env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${file} could not start`)));
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, child };
}

async function stopServer({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** What the cases need to have happened: a tag to compare with, an answer to replay. */
async function prepare(url: string, { key, causeKey, linkId }: BenchData): Promise<Prepared> {
  const read = await fetch(`${url}/v1/checkout_links/${linkId(0)}`, { headers: { 'x-api-key': key } });
  const replayKey = 'bench-replay';
  const minted = await fetch(`${url}/v1/checkout_links`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': replayKey },
    body: JSON.stringify({ cause: causeKey, amount: 50, currency: 'USD' }),
  });
  if (!read.ok || !minted.ok) throw new Error(`The service answers ${read.status} and ${minted.status}.`);
  return { etag: read.headers.get('etag') ?? '', replayKey };
}

async function pageBytes(url: string, { linkId }: BenchData): Promise<number> {
  return (await (await fetch(`${url}/checkout?ref=${linkId(1)}`)).arrayBuffer()).byteLength;
}

async function versionOf(databaseUrl: string): Promise<string> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const { rows } = await sql.query<{ server_version: string }>('SHOW server_version');
  await sql.end();
  return rows[0]?.server_version ?? 'unknown';
}

const args = process.argv.slice(2);
const isPage = args[0] === PAGE;
const isDonation = isDonationCase(args[0]);
try {
  if (isPage) await benchPage(readPageOptions(args.slice(1)));
  else if (isDonation) await benchDonations(readDonationOptions(args));
  else {
    const names = CASES.map(({ name }) => name);
    await bench(readBenchOptions(args, names));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(isPage ? PAGE_USAGE : isDonation ? DONATION_USAGE : USAGE);
  process.exitCode = 1;
}
