import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#scripts/free-port.ts';
import { processStart } from '#scripts/lock.mjs';
import {
  type Cluster,
  createCluster,
  newPassword,
  ownerUrl,
  runningServer,
  serviceUrl,
  startServer,
  stopServer,
} from '#scripts/postgres-cluster.ts';
import { serverPids, signal } from './processes.ts';

/** A server that another one follows synchronously: what it has committed is on both. Both have one address. */
export type FollowedDatabase = {
  /** Connection strings of the address, for the service and for the owner of the tables. */
  url: string;
  ownerUrl: string;
  /**
   * Kills the server, makes its follower the server, and gives that one a new follower. Resolves once the address leads to
   * it; another failover waits for the new follower.
   */
  failOver: () => Promise<void>;
  /** The processes of the follower: while they are stopped, no commit is acknowledged. */
  followerPids: () => number[];
  stop: () => Promise<void>;
};

/** Connects without a password from this machine, also as a follower. */
const SUPERUSER = 'postgres';
/** What a follower has not been sent is kept for it. */
const KEPT = `wal_keep_size = '1GB'`;
/** What of a copied server is another's: its process, its sockets, its log, which the follower is sent. */
const NOT_COPIED = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pg_wal\/[^/]{24}|pg_wal\/.*\.history|pg_replslot\/.*)$/;
const POLL_MS = 50;

/** Starts a server and its follower in a folder. */
export async function startFollowedDatabase(home: string): Promise<FollowedDatabase> {
  await mkdir(home, { recursive: true });
  let made = 0;
  const nextDir = () => join(home, String(++made));
  const passwords = { password: newPassword(), servicePassword: newPassword() };
  const first: Cluster = { dir: nextDir(), port: await freePort(), ...passwords };
  await createCluster(first, true);
  await appendFile(join(first.dir, 'pg_hba.conf'), `host all,replication ${SUPERUSER} 127.0.0.1/32 trust\n`);
  await appendFile(join(first.dir, 'postgresql.auto.conf'), `${KEPT}\n`);
  let leader = await startServer(first, true);
  let follower = await follow(leader, nextDir());
  const relay = await startRelay(leader.port);
  let isFollowed: Promise<unknown> = Promise.resolve();

  return {
    url: atPort(serviceUrl(leader), relay.port),
    ownerUrl: atPort(ownerUrl(leader), relay.port),
    failOver: async () => {
      await isFollowed;
      const failed = leader;
      // Nobody may write to the one that failed, whatever it still answers.
      relay.lead(undefined);
      await kill(failed);
      await asSuperuser(follower, (sql) => sql.query('SELECT pg_promote()'));
      leader = follower;
      relay.lead(leader.port);
      isFollowed = follow(leader, nextDir()).then((next) => {
        follower = next;
        rmSync(failed.dir, { recursive: true, force: true });
      });
    },
    followerPids: () => serverPids(follower.dir),
    stop: async () => {
      await isFollowed;
      relay.stop();
      for (const { dir } of [leader, follower]) {
        const running = await runningServer(dir);
        if (running) await stopServer(running.pid);
      }
    },
  };
}

/** Copies a running server, and starts the copy as its synchronous follower (PostgreSQL 18, 25.3.3 and 26.2). */
async function follow(leader: Cluster, dir: string): Promise<Cluster> {
  await asSuperuser(leader, async (sql) => {
    await sql.query("SELECT pg_backup_start('follower', true)");
    await copy(leader.dir, dir);
    const { rows } = await sql.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    give(dir, 'backup_label', rows[0]?.labelfile ?? '');
  });
  const source = `primary_conninfo = 'host=127.0.0.1 port=${leader.port} user=${SUPERUSER}'`;
  give(dir, 'postgresql.auto.conf', `${KEPT}\n${source}\n`);
  give(dir, 'standby.signal', '');
  const started = await startServer({ ...leader, dir }, true);
  await asSuperuser(leader, async (sql) => {
    const isStreaming = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'";
    while ((await sql.query(isStreaming)).rowCount === 0) await sleep(POLL_MS);
    await sql.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await sql.query('SELECT pg_reload_conf()');
  });
  return started;
}

/** Copies the files of a running server. Those that it deletes meanwhile, its log brings to the same end. */
async function copy(from: string, to: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    execFile('cp', ['-a', from, to], { env: { ...process.env, LC_ALL: 'C' } }, (error, _out, said) => {
      const others = said.split('\n').filter((line) => line !== '' && !line.endsWith('No such file or directory'));
      if (error && others.length > 0) reject(error);
      else resolve();
    });
  });
  const files = readdirSync(to, { withFileTypes: true, recursive: true });
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name);
    if (NOT_COPIED.test(relative(to, path))) rmSync(path, { recursive: true, force: true });
  }
}

/** Writes a file of a server, which belongs to whom the server belongs to. */
function give(dir: string, name: string, content: string): void {
  const file = join(dir, name);
  const { uid, gid } = statSync(dir);
  writeFileSync(file, content, { mode: 0o600 });
  chownSync(file, uid, gid);
}

async function asSuperuser<Result>(cluster: Cluster, use: (sql: pg.Client) => Promise<Result>): Promise<Result> {
  const sql = new pg.Client({ host: '127.0.0.1', port: cluster.port, user: SUPERUSER, database: 'postgres' });
  sql.on('error', () => undefined);
  await sql.connect();
  return use(sql).finally(() => sql.end().catch(() => undefined));
}

/** Kills all processes of a server, and waits until they are gone. */
async function kill({ dir }: Cluster): Promise<void> {
  const pids = serverPids(dir);
  for (const pid of pids) signal(pid, 'SIGKILL');
  while (pids.some((pid) => processStart(pid) !== null)) await sleep(POLL_MS);
}

type Relay = {
  port: number;
  /** Ends all connections, and leads new ones to this port; to none they are refused. */
  lead: (port: number | undefined) => void;
  stop: () => void;
};

/** The address of the two servers. */
async function startRelay(first: number): Promise<Relay> {
  let target: number | undefined = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lead: (port) => {
      target = port;
      end();
    },
    stop: () => {
      server.close();
      end();
    },
  };
}

/** A connection string of one server, at the port of the address and by TCP. */
function atPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  changed.searchParams.delete('host');
  return changed.href;
}
