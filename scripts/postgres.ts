import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { inDataDir } from './data-dir.ts';
import { requireDatabase } from './database-url.ts';
import { isRunning, ownSignature, withLock } from './lock.mjs';
import {
  type Cluster,
  canConnect,
  createCluster,
  freePort,
  newPassword,
  ownerUrl,
  runningServer,
  serviceUrl,
  startServer,
  stopServer,
} from './postgres-cluster.ts';

/** A database to talk to, and how to let go of it. */
export type Database = {
  /** As the service: its role has rights on rows, and owns nothing. */
  url: string;
  /** As the owner of the tables, for migrations. */
  ownerUrl: string;
  /** Starts an embedded server again if it died. Returns the service's address, which is a new one if the port was taken. */
  revive: () => Promise<string>;
  /** Lets go; the last user ends an embedded server. */
  stop: () => Promise<void>;
};

type Wish = {
  /** Where an embedded server keeps everything of its own. */
  dataDir: string;
  /** A server somebody else runs; then nothing is started here. */
  databaseUrl?: string | undefined;
  /** The same one as the owner of the tables; where it is not given, the service's role is taken for it. */
  databaseOwnerUrl?: string | undefined;
  /** False only for databases that are thrown away: fast, and gone when this process is. */
  durable?: boolean;
};

let leases = 0;

/**
 * A reachable PostgreSQL: the one named by `databaseUrl`, else the embedded server of `dataDir`, which is
 * created, started or joined as needed. Any number of processes may ask at the same moment. The last one
 * to call `stop` ends the server; holders that died without doing so (SIGKILL) do not count.
 * @throws Error with one clear sentence when the server cannot be had
 */
export async function ensureDatabase(wish: Wish): Promise<Database> {
  const { dataDir, databaseUrl, databaseOwnerUrl, durable = true } = wish;
  if (databaseUrl) {
    await requireDatabase(databaseUrl);
    if (databaseOwnerUrl) await requireDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL');
    const ownerUrl = databaseOwnerUrl ?? databaseUrl;
    return { url: databaseUrl, ownerUrl, revive: async () => databaseUrl, stop: async () => {} };
  }
  return inDataDir(dataDir, () => embeddedDatabase(dataDir, durable));
}

async function embeddedDatabase(dataDir: string, durable: boolean): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  const home = await realpath(dataDir);
  const lock = join(home, 'postgres.lock');
  const lease = join(home, 'postgres.users', `${process.pid}-${++leases}`);
  const running = await withLock(lock, async () => {
    try {
      const cluster = await startOrJoin(home, durable);
      if (!durable) await endWithThisProcess(cluster.dir);
      await mkdir(join(home, 'postgres.users'), { recursive: true });
      await writeFile(lease, ownSignature());
      return cluster;
    } catch (error) {
      // A start that failed leaves no server behind that nobody uses.
      await letGo(home, lease);
      throw error;
    }
  });
  return {
    url: serviceUrl(running),
    ownerUrl: ownerUrl(running),
    revive: async () => {
      const { dir, ...known } = await loadCluster(home, durable);
      if (await runningServer(dir)) return serviceUrl({ dir, ...known });
      console.error('The embedded PostgreSQL is gone; starting it again.');
      return withLock(lock, async () => serviceUrl(await startOrJoin(home, durable)));
    },
    stop: () => withLock(lock, () => letGo(home, lease)).catch(() => letGo(home, lease)),
  };
}

/**
 * A throwaway server must not outlive its owner, however that ends: a shell reads from a pipe nobody writes
 * to, and when the pipe closes it stops the server.
 */
async function endWithThisProcess(dir: string): Promise<void> {
  const pid = (await runningServer(dir))?.pid;
  const script = `cat
    test "$(head -n 1 "$0/postmaster.pid")" = "$1" && kill -INT "$1"
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" && sleep 0.5; done
    rm -rf "$0" "$0".* && rmdir "$(dirname "$0")"`;
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore'];
  const guardian = spawn('sh', ['-c', script, dir, String(pid)], { detached: true, stdio });
  guardian.unref();
  if (guardian.stdin instanceof Socket) guardian.stdin.unref();
}

async function startOrJoin(home: string, durable: boolean): Promise<Cluster> {
  const cluster = await loadCluster(home, durable);
  const running = await runningServer(cluster.dir);
  if (running) {
    const joined = { ...cluster, port: running.port };
    if (await canConnect(joined)) return joined;
    // Half stopped, or without a role or the password of one: what cannot be used is replaced.
    await stopServer(running.pid);
  }
  const started = await startServer(cluster, durable);
  if (started.port !== cluster.port) await save(home, started);
  return started;
}

async function loadCluster(home: string, durable: boolean): Promise<Cluster> {
  const dir = join(home, 'postgres');
  const file = join(home, 'postgres.json');
  if (existsSync(dir)) {
    if (!existsSync(file)) throw new Error(`${dir} exists but ${file}, which holds its passwords, does not.`);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    if (kept.servicePassword !== undefined) return { dir, ...kept };
    // Of a release whose service was the owner: its next start gives the cluster the other role.
    const cluster = { dir, ...kept, servicePassword: newPassword() };
    await save(home, cluster);
    return cluster;
  }
  const passwords = { password: newPassword(), servicePassword: newPassword() };
  const cluster = { dir, port: await freePort(), ...passwords };
  // Written before the cluster appears, so that no cluster is ever without its passwords.
  await save(home, cluster);
  await createCluster(cluster, durable);
  return cluster;
}

/** In one step: on a full disk the file stays what it was, instead of losing the passwords. */
async function save(home: string, { port, password, servicePassword }: Cluster): Promise<void> {
  const file = join(home, 'postgres.json');
  await writeFile(`${file}.new`, `${JSON.stringify({ port, password, servicePassword })}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** On a full disk without the lock, which cannot be written there: nobody else can start a server on it either. */
async function letGo(home: string, lease: string): Promise<void> {
  // A lease that could not be written cannot be there.
  await rm(lease, { force: true }).catch(() => {});
  const users = join(home, 'postgres.users');
  for (const name of await readdir(users).catch(() => [])) {
    if (isRunning(readFileSync(join(users, name), 'utf8'))) return;
    await rm(join(users, name), { force: true });
  }
  const running = await runningServer(join(home, 'postgres'));
  if (running) await stopServer(running.pid);
}
