import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureDatabase } from '#scripts/postgres.ts';
import { runningServer } from '#scripts/postgres-cluster.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import type { Choices } from './choices.ts';
import { startFollowedDatabase } from './followed-database.ts';
import { mountDisk } from './own-disk.ts';
import { childrenOf, signal } from './processes.ts';

/** What a strike hits, and how often it is chosen. */
const VICTIMS = { server: 5, worker: 3, emulators: 2, postgres: 2, supervisor: 1 };
/** The same where the service has a disk of its own, or a database that another one follows. */
const OWN_DISK = 2;
const FOLLOWER = 1;
type Victim = keyof typeof VICTIMS | 'disk' | 'follower';

/** The scripts of the processes that the supervisor starts. */
const SCRIPTS: Partial<Record<Victim, string>> = {
  server: 'server.ts',
  worker: 'scripts/worker.ts',
  emulators: 'emulators/main.ts',
};

/** The service under test, which is restarted when its supervisor was killed. */
export type Target = {
  /** The address stays the same after a restart. */
  baseUrl: string;
  emulatorUrl: string;
  demo: Instance['demo'];
  /** Lines of the log at level error or fatal so far. */
  errors: () => { level: number; msg: string; err?: { message?: string } }[];
  /** Reconciles with every gateway, as each day does. @returns what differs then */
  reconcile: () => Promise<string[]>;
  /** Reads the database, which is there or is started. */
  inDatabase: <Result>(use: (sql: pg.Client) => Promise<Result>) => Promise<Result>;
  /** Lets a link expire so many seconds from now, by the database's clock. */
  expireIn: (linkId: string, seconds: number) => Promise<void>;
  /**
   * Kills something with SIGKILL, stops it with SIGSTOP for some seconds, or fills the disk for as long. A killed database that is
   * followed fails over.
   * @returns what was done, in words
   */
  strike: (choices: Choices) => Promise<string>;
  /** @param isKept whether its folder stays, for whoever searches for what went wrong */
  stop: (isKept: boolean) => Promise<void>;
};

type Reconciled = {
  agrees: boolean;
  gateways: { gateway: string; state: string; differences: object[] }[];
};

/** A connection to the database of a service, for some work. It may be killed meanwhile, which the query says. */
async function withConnection<Result>(url: string, use: (sql: pg.Client) => Promise<Result>): Promise<Result> {
  const sql = new pg.Client({ connectionString: url });
  sql.on('error', () => undefined);
  try {
    await sql.connect();
    return await use(sql);
  } finally {
    await sql.end().catch(() => undefined);
  }
}

/**
 * Starts two servers, a worker, the emulators and a database, as `npm start` does.
 * @param home an empty folder
 * @param isFollowed whether the database is not the embedded one, but one that another follows
 */
export async function startTarget(
  home: string,
  settings: Record<string, string>,
  isFollowed: boolean,
): Promise<Target> {
  const disk = isFollowed ? undefined : mountDisk(home);
  const followed = isFollowed ? await startFollowedDatabase(join(home, 'databases')) : undefined;
  const external = followed ? { DATABASE_URL: followed.url, DATABASE_OWNER_URL: followed.ownerUrl } : {};
  const dataDir = join(home, 'data');
  const gatewaysDir = `${home}-gateways`;
  placeGateways(dataDir, gatewaysDir);
  const all = { PROCESSES: '2', LOG_LEVEL: 'error', ...settings, ...external };
  let instance = await startInstance({ dataDir, settings: all });
  const { baseUrl, emulatorUrl, demo } = instance;
  const ports = { PORT: new URL(baseUrl).port, EMULATOR_PORT: new URL(emulatorUrl).port };
  let earlierOutput = '';
  const reachDatabase = () => ensureDatabase({ dataDir, databaseUrl: followed?.url });
  const database = await reachDatabase();
  const { url } = database;
  // Whoever uses it starts it again, and that is the service's own to do.
  await database.stop();

  const victims: Record<Victim, number> = { ...VICTIMS, disk: disk ? OWN_DISK : 0, follower: followed ? FOLLOWER : 0 };

  async function pidsOf(victim: Victim, choices: Choices): Promise<number[]> {
    if (victim === 'supervisor') return [instance.pid];
    if (victim === 'postgres') return [await runningServer(join(dataDir, 'postgres'))].flatMap((it) => it?.pid ?? []);
    if (victim === 'follower') return followed?.followerPids() ?? [];
    const found = childrenOf(instance.pid).filter(({ command }) => command.includes(SCRIPTS[victim] ?? ' '));
    const chosen = found[choices.between(0, found.length - 1)];
    return chosen ? [chosen.pid] : [];
  }

  async function strike(choices: Choices): Promise<string> {
    const victim = choices.weighted(victims);
    const isFrozen = victim === 'follower' || (victim !== 'supervisor' && choices.isChance(0.3));
    const milliseconds = choices.between(1, 4) * 1000;
    if (victim === 'disk') return fillDisk(milliseconds);
    if (victim === 'postgres' && followed) {
      await followed.failOver();
      return 'database failed over';
    }
    const pids = await pidsOf(victim, choices);
    for (const pid of pids) signal(pid, isFrozen ? 'SIGSTOP' : 'SIGKILL');
    if (isFrozen) {
      await sleep(milliseconds);
      for (const pid of pids) signal(pid, 'SIGCONT');
    }
    if (victim === 'supervisor') {
      earlierOutput += instance.output();
      instance = await restart();
    }
    return `${victim} ${isFrozen ? 'frozen' : 'killed'}`;
  }

  async function fillDisk(milliseconds: number): Promise<string> {
    disk?.full(true);
    await sleep(milliseconds);
    disk?.full(false);
    return 'disk full';
  }

  /** The ports are free once the processes have noticed that their supervisor is gone. */
  async function restart(): Promise<Instance> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startInstance({ dataDir, settings: { ...all, ...ports } });
      } catch (error) {
        if (attempt === 30) throw error;
        await sleep(1000);
      }
    }
  }

  return {
    baseUrl,
    emulatorUrl,
    demo,
    strike,
    reconcile: async () => {
      const { agrees, gateways } = await instance.operate<Reconciled>('reconcile', 'run', {});
      const found = gateways.flatMap(({ gateway, state, differences }) => [
        ...(state === 'finished' ? [] : [`${gateway}: reconciliation ${state}`]),
        ...differences.map((one) => `${gateway}: ${JSON.stringify(one)}`),
      ]);
      return agrees ? [] : found;
    },
    inDatabase: async (use) => {
      const running = await reachDatabase();
      return withConnection(running.url, use).finally(running.stop);
    },
    expireIn: (id, seconds) =>
      withConnection(url, async (sql) => {
        await sql.query(`UPDATE checkout_links SET expires_at = now() + $2 * interval '1 second' WHERE id = $1`, [
          id,
          seconds,
        ]);
      }),
    errors: () =>
      `${earlierOutput}${instance.output()}`
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .flatMap((line) => {
          const entry = parsed(line);
          return entry && entry.level >= 50 ? [entry] : [];
        }),
    stop: async (isKept) => {
      await instance.stop();
      await followed?.stop();
      if (isKept) return;
      disk?.unmount();
      for (const folder of [home, gatewaysDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The emulators keep what gateways know elsewhere: a gateway does not forget because our disk is full. */
function placeGateways(dataDir: string, gatewaysDir: string): void {
  for (const folder of [dataDir, gatewaysDir]) mkdirSync(folder);
  symlinkSync(gatewaysDir, join(dataDir, 'emulators'));
}

function parsed(line: string) {
  try {
    return JSON.parse(line) as { level: number; msg: string; err?: { message?: string } };
  } catch {
    return undefined;
  }
}
