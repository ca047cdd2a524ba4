// @module-tag full

import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { processStart } from './lock.mjs';
import { type Database, ensureDatabase } from './postgres.ts';
import { createCluster, runningServer } from './postgres-cluster.ts';

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
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(processStart(pid)).toBeNull();
  const second = await ensure();
  expect(second.url).toBe(first.url);
  expect((await query(second.ownerUrl, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
});

test('is durable, in UTC, in UTF-8, for 200 connections, and no superuser', async () => {
  const { url } = await ensure();
  const settings = ['fsync', 'timezone', 'server_encoding', 'max_connections', 'is_superuser', 'listen_addresses'];
  const { rows } = await query(
    url,
    `SELECT ${settings.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} AS all`,
  );
  expect(rows[0].all).toBe('on UTC UTF8 200 off 127.0.0.1');
});

test('the passwords are in a private file', async () => {
  const { url } = await ensure();
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('concurrent processes create and share one server; the last one stops it', async () => {
  rmSync(dataDir, { recursive: true });
  const holders = await Promise.all([ensureElsewhere(), ensureElsewhere(), ensureElsewhere()]);
  expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
  const pid = serverPid();
  for (const { child } of holders.slice(1)) await end(child, 'SIGTERM');
  expect(processStart(pid)).not.toBeNull();
  for (const { child } of holders.slice(0, 1)) await end(child, 'SIGTERM');
  expect(processStart(pid)).toBeNull();
});

test('is reached by its Unix socket, and by TCP in a folder with a long path', async () => {
  const { url } = await ensure();
  expect(new URL(url).searchParams.get('host')).toBe(join(realpathSync(dataDir), 'postgres'));
  expect((await query(url, 'SELECT inet_client_addr() AS address')).rows).toEqual([{ address: null }]);
  dataDir = join(dataDir, 'x'.repeat(90));
  const far = await ensure();
  expect(new URL(far.url).searchParams.get('host')).toBeNull();
  expect((await query(far.url, 'SELECT host(inet_client_addr()) AS address')).rows).toEqual([{ address: '127.0.0.1' }]);
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
  const { ownerUrl } = await ensure();
  await query(ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => processStart(pid) === null, PATIENCE);
  const again = await ensure();
  expect((await query(again.ownerUrl, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
});

test('a server that died is restarted for its users', async () => {
  const database = await ensure();
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => processStart(pid) === null, PATIENCE);
  expect(await database.revive()).toBe(database.url);
  expect((await query(database.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('moves to another port when its own is taken', async () => {
  const first = await ensure();
  await first.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(new URL(first.url).port), '127.0.0.1', resolve));
  const second = await ensure();
  expect(second.url).not.toBe(first.url);
  await query(second.url, 'SELECT 1');
  await new Promise((resolve) => taken.close(resolve));
});

test('an unfinished first start is repeated', async () => {
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '');
  const second = await ensure();
  await query(second.url, 'SELECT 1');
});

test('a cluster that a full disk left without its database is completed', async () => {
  const first = await ensure();
  const postgres = new URL(first.ownerUrl);
  postgres.pathname = '/postgres';
  await query(postgres.href, 'DROP DATABASE app');
  const pid = serverPid();
  const second = await ensure();
  expect(processStart(pid)).toBeNull();
  expect((await query(second.ownerUrl, 'SELECT current_user AS who')).rows).toEqual([{ who: 'app' }]);
});

test('a cluster whose role has another password gets the stored one', async () => {
  const { ownerUrl, stop } = await ensure();
  await query(ownerUrl, "ALTER ROLE app PASSWORD 'another'");
  await stop();
  await query((await ensure()).url, 'SELECT 1');
});

test('a first start whose statements fail leaves no cluster behind', async () => {
  const dir = join(dataDir, 'failed');
  // PostgreSQL prepares a cluster in a mode that goes on after an error: this quote ends its statement too early.
  const wrong = { dir, port: 1, password: "'", servicePassword: "'" };
  await expect(createCluster(wrong, true)).rejects.toThrow(/could not be prepared: .*ERROR/s);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('failed'))).toEqual([]);
});

test('a start that fails after the server is up leaves none running', async () => {
  rmSync(join(dataDir, 'postgres.users'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.users'), 'a file where a folder has to be');
  await expect(ensure()).rejects.toThrow(
    /^DATA_DIR must be a folder that can be written, and .*postgres.users is not: it is a file\.$/,
  );
  expect(await runningServer(join(dataDir, 'postgres'))).toBeNull();
});

test('stops the server even where its lock cannot be written, as on a full disk', async () => {
  const database = await ensureDatabase({ dataDir });
  const pid = serverPid();
  mkdirSync(join(dataDir, `postgres.lock.${process.pid}`));
  await database.stop();
  expect(processStart(pid)).toBeNull();
});

test('port and passwords are stored atomically', async () => {
  const password = () => JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).password;
  const before = password();
  // What cannot be written, as on a full disk, must not cost what is there.
  mkdirSync(join(dataDir, 'postgres.json.new'));
  const taken = createServer();
  const { port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  await expect(ensure()).rejects.toThrow('postgres.json.new');
  expect(password()).toBe(before);
  await new Promise((resolve) => taken.close(resolve));
});

test.each([
  ['a file', () => writeFileSync(join(dataDir, 'file'), ''), 'file', 'it is a file'],
  ['below a file', () => writeFileSync(join(dataDir, 'file'), ''), 'file/data', 'a part of it is a file'],
])('DATA_DIR that is %s is refused in one sentence', async (_, prepare, name, reason) => {
  prepare();
  const folder = join(dataDir, name);
  await expect(ensureDatabase({ dataDir: folder })).rejects.toThrow(
    `DATA_DIR must be a folder that can be written, and ${folder} is not: ${reason}.`,
  );
});

test('with DATABASE_URL nothing is started', async () => {
  const { url } = await ensure();
  const database = await ensureDatabase({ dataDir: join(dataDir, 'unused'), databaseUrl: url });
  expect(database.url).toBe(url);
  await database.stop();
  expect(() => statSync(join(dataDir, 'unused'))).toThrow('ENOENT');
  await query(url, 'SELECT 1');
});

test('an unreachable DATABASE_URL is reported in one sentence, without the password', async () => {
  const { url } = await ensure();
  const { host } = new URL(url);
  const refusalOf = (change: (wrong: URL) => void) => {
    const wrong = new URL(url);
    wrong.searchParams.delete('host');
    change(wrong);
    return ensureDatabase({ dataDir, databaseUrl: wrong.href }).then(
      () => 'nothing',
      (error: Error) => error.message.replace('DATABASE_URL must lead to a database that takes us: ', ''),
    );
  };
  const free = await freePort();
  expect([
    await refusalOf((wrong) => {
      wrong.port = String(free);
    }),
    await refusalOf((wrong) => {
      wrong.password = 'guess';
    }),
    await refusalOf((wrong) => {
      wrong.pathname = '/none';
    }),
    await refusalOf((wrong) => {
      wrong.hostname = 'nowhere.invalid';
    }),
  ]).toEqual([
    `nothing listens at 127.0.0.1:${free}.`,
    `${host} refuses the user app_service or the password.`,
    `${host} has no database none.`,
    'there is no host nowhere.invalid.',
  ]);
});
