// @module-tag full

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#scripts/migrate.ts';
import { type Database, ensureDatabase } from '#scripts/postgres.ts';
import { type Child, type ChildServer, startChild, startChildServer } from '#testing/child-server.ts';
import { until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

type Line = { level: number; msg: string; errors?: number; err?: { message: string } };

const { partner } = runningService();
let dataDir: string;
let database: Database;
const startDatabase = () => ensureDatabase({ dataDir, durable: false });
let worker: Child;
let server: ChildServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
  database = await startDatabase();
  await migrate(database);
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'info' };
  server = await startChildServer(settings);
  worker = await startChild('scripts/worker.ts', settings);
  await until('all is well', async () => (await health()) === 200);
});
afterAll(async () => {
  await Promise.all([worker.kill(), server.kill()]);
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const health = async () => (await server.call('/healthz')).status;
const ask = async () => (await server.call('/v1/causes/none', { key: partner.key })).status;

/** What a process logged that is worth a look. */
const troubles = (child: Child): Line[] =>
  child
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
    .filter(({ level }) => level >= 40);
const messages = (child: Child) => troubles(child).map(({ msg }) => msg);
const AWAY = 'the database is away: what fails until it is back is counted, and not logged';
const BACK = 'the database is back';

test('an outage of the database is one line when it begins and one with a count when it ends, in each process', async () => {
  for (let outages = 1; outages <= 2; outages++) {
    await database.stop();
    for (const child of [server, worker])
      await until('it is noticed', async () => messages(child).length === 2 * outages - 1);
    for (let request = 0; request < 5; request++) expect(await ask()).toBe(503);
    database = await startDatabase();
    for (const child of [server, worker]) await until('it is over', async () => messages(child).length === 2 * outages);
    expect(await ask()).toBe(401);
  }
  for (const child of [server, worker]) {
    expect(messages(child)).toEqual([AWAY, BACK, AWAY, BACK]);
    expect(troubles(child).map(({ level }) => level)).toEqual([50, 40, 50, 40]);
  }
  const counted = (child: Child) => troubles(child).flatMap(({ errors }) => errors ?? []);
  expect(counted(server).every((errors) => errors >= 5)).toBe(true);
  expect(counted(worker).every((errors) => errors >= 1)).toBe(true);
});

/** Runs a statement on the server as the owner of its tables. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('a single connection that breaks is logged as such: the database is not away', async () => {
  expect(await ask()).toBe(401);
  const before = messages(server).length;
  await asOwner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serve'`);
  await until('it is logged', async () => messages(server).length > before);
  expect(await ask()).toBe(401);
  expect(new Set(messages(server).slice(before))).toEqual(
    new Set([expect.stringMatching(/^(an idle database connection|a database connection for reads) broke$/)]),
  );
});

test('other errors of the queue are logged one by one', async () => {
  // Jobs that cannot enqueue others are logged besides.
  const ofQueue = () => troubles(worker).filter(({ msg }) => msg === 'job queue');
  const before = ofQueue().length;
  await asOwner('ALTER TABLE pgboss.queue RENAME TO renamed');
  await until('they are logged', async () => ofQueue().length >= before + 3);
  await asOwner('ALTER TABLE pgboss.renamed RENAME TO queue');
  for (const { err } of ofQueue().slice(before)) expect(err?.message).toContain('pgboss.queue');
});
