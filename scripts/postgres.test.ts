import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { processStart } from './lock.mjs';
import { type Database, ensureDatabase } from './postgres.ts';

/** The folder is closed to everybody else (0700): as root, PostgreSQL's own user cannot pass it unaided. */
let dataDir: string;
const children: ChildProcess[] = [];
const opened: Database[] = [];

/** Long past what any of the awaited conditions takes on a busy machine. */
const PATIENCE = { timeout: 30_000 };

/** A directory as the first start leaves it, copied for each test: making one takes longer than most tests. */
let template: string;

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'postgres-'));
  await (await ensureDatabase({ dataDir: template })).stop();
}, 120_000);
afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'postgres-'));
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of opened.splice(0)) await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ensure(): Promise<Database> {
  const database = await ensureDatabase({ dataDir });
  opened.push(database);
  return database;
}

/** The same in another process, which says the address and then waits to be killed. */
async function ensureElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'postgres.holder.ts'), [dataDir], { execArgv: [] });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`The holder ended with ${code}.`)));
  });
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

test('starts in a directory nobody else may enter, keeps its data, and leaves nothing running', async () => {
  const first = await ensure();
  const pid = serverPid();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(processStart(pid)).toBeNull();
  const second = await ensure();
  expect(second.url).toBe(first.url);
  expect((await query(second.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
});

test('is durable, in UTC, in UTF-8, for 200 connections, and no superuser', async () => {
  const { url } = await ensure();
  const settings = [
    'fsync',
    'timezone',
    'server_encoding',
    'max_connections',
    'is_superuser',
    'listen_addresses',
  ];
  const { rows } = await query(
    url,
    `SELECT ${settings.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} AS all`,
  );
  expect(rows[0].all).toBe('on UTC UTF8 200 off 127.0.0.1');
});

test('the password stands in a file of its owner alone', async () => {
  const { url } = await ensure();
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('processes that ask at the same moment make and share one server; the last one stops it', async () => {
  rmSync(dataDir, { recursive: true });
  const holders = await Promise.all([ensureElsewhere(), ensureElsewhere(), ensureElsewhere()]);
  expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
  const pid = serverPid();
  for (const { child } of holders.slice(1)) await end(child, 'SIGTERM');
  expect(processStart(pid)).not.toBeNull();
  for (const { child } of holders.slice(0, 1)) await end(child, 'SIGTERM');
  expect(processStart(pid)).toBeNull();
});

test('a server whose owner was killed is adopted, and stopped in the end', async () => {
  const { child, url } = await ensureElsewhere();
  const pid = serverPid();
  await end(child, 'SIGKILL');
  const adopted = await ensure();
  expect(adopted.url).toBe(url);
  expect(serverPid()).toBe(pid);
  await adopted.stop();
  expect(processStart(pid)).toBeNull();
});

test('what was committed survives the server being killed', async () => {
  const { url } = await ensure();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => processStart(pid) === null, PATIENCE);
  const again = await ensure();
  expect((await query(again.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
});

test('a server that died is revived for those who use it', async () => {
  const database = await ensure();
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => processStart(pid) === null, PATIENCE);
  expect(await database.revive()).toBe(database.url);
  expect((await query(database.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('moves to another port when somebody took its own', async () => {
  const first = await ensure();
  await first.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(new URL(first.url).port), '127.0.0.1', resolve));
  const second = await ensure();
  expect(second.url).not.toBe(first.url);
  await query(second.url, 'SELECT 1');
  await new Promise((resolve) => taken.close(resolve));
});

test('an unfinished first start is begun again', async () => {
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '');
  const second = await ensure();
  await query(second.url, 'SELECT 1');
});

test('with DATABASE_URL nothing is started', async () => {
  const databaseUrl = 'postgresql://somebody@db.example.org/theirs';
  const database = await ensureDatabase({ dataDir: join(dataDir, 'unused'), databaseUrl });
  expect(database.url).toBe(databaseUrl);
  await database.stop();
  expect(() => statSync(join(dataDir, 'unused'))).toThrow('ENOENT');
});
