import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { inDataDir } from './data-dir.ts';
import { requireDatabase } from './database-url.ts';
import { freePort } from './free-port.ts';
import { isRunning, ownSignature, withLock } from './lock.mjs';
import {
  type Cluster,
  canConnect,
  createCluster,
  newPassword,
  ownerUrl,
  runningServer,
  serviceUrl,
  startServer,
  stopServer,
} from './postgres-cluster.ts';

/** A reachable database, and how to release it. */
export type Database = {
  /** Connection string of the service's role, which has rights on rows and owns nothing. */
  url: string;
  /** Connection string of the role that owns the tables, for migrations. */
  ownerUrl: string;
  /** Restarts an embedded server that died. Resolves to the service's connection string, with another port if it was taken. */
  revive: () => Promise<string>;
  /** Releases it; the last user stops an embedded server. */
  stop: () => Promise<void>;
};

type DatabaseOptions = {
  /** The folder of an embedded server. */
  dataDir: string;
  /** An external server; then nothing is started here. */
  databaseUrl?: string | undefined;
  /** The external server as the owner of the tables; by default the service's role. */
  databaseOwnerUrl?: string | undefined;
  /** False for throwaway databases: fast, and deleted when this process exits. */
  durable?: boolean;
};

let leases = 0;

/**
 * A reachable PostgreSQL: the one at `databaseUrl`, else the embedded server of `dataDir`, which is created, started or
 * joined as needed. Safe to call in several processes at once. The last one to call `stop` stops the server; processes that
 * died without it (SIGKILL) do not count.
 * @throws Error in one sentence when there is no server
 */
export async function ensureDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, databaseOwnerUrl, durable = true } = options;
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
      // A failed start must not leave an unused server running.
      await release(home, lease);
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
    stop: () => withLock(lock, () => release(home, lease)).catch(() => release(home, lease)),
  };
}

/**
 * Stops a throwaway server when this process exits, even by SIGKILL: a shell reads from a pipe that nobody writes to, and
 * stops the server when the pipe closes.
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
    // It is stopping, or a role or its password is missing: replace it.
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
    return { dir, ...JSON.parse(readFileSync(file, 'utf8')) };
  }
  const passwords = { password: newPassword(), servicePassword: newPassword() };
  const cluster = { dir, port: await freePort(), ...passwords };
  // Written before the cluster is created, so that no cluster is without its passwords.
  await save(home, cluster);
  await createCluster(cluster, durable);
  return cluster;
}

/** Atomic: on a full disk the old file with its passwords stays. */
async function save(home: string, { port, password, servicePassword }: Cluster): Promise<void> {
  const file = join(home, 'postgres.json');
  await writeFile(`${file}.new`, `${JSON.stringify({ port, password, servicePassword })}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Removes a lease and stops the server if it was the last. Runs without the lock if that cannot be written on a full disk. */
async function release(home: string, lease: string): Promise<void> {
  // On a full disk the lease may never have been written.
  await rm(lease, { force: true }).catch(() => {});
  const users = join(home, 'postgres.users');
  for (const name of await readdir(users).catch(() => [])) {
    if (isRunning(readFileSync(join(users, name), 'utf8'))) return;
    await rm(join(users, name), { force: true });
  }
  const running = await runningServer(join(home, 'postgres'));
  if (running) await stopServer(running.pid);
}
