import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postmasterOf } from '#scripts/bench/measure.ts';
import { ensureDatabase } from '#scripts/postgres.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import type { Choices } from './choices.ts';

/** What a kill or a pause hits, and how often it is chosen. */
const VICTIMS = { server: 5, worker: 3, emulators: 2, postgres: 2, supervisor: 1 };
export type Victim = keyof typeof VICTIMS;

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
  dataDir: string;
  demo: Instance['demo'];
  /** Lines of the log at level error or fatal so far. */
  errors: () => { level: number; msg: string; err?: { message?: string } }[];
  /** Reconciles with every gateway, as each day does. @returns what differs then */
  reconcile: () => Promise<string[]>;
  /** Reads the database, which is there or is started. */
  inDatabase: <Result>(use: (sql: pg.Client) => Promise<Result>) => Promise<Result>;
  /** Lets a link expire so many seconds from now, by the database's clock. */
  expireIn: (linkId: string, seconds: number) => Promise<void>;
  /** Kills one with SIGKILL, or stops one with SIGSTOP for some seconds. */
  strike: (choices: Choices) => Promise<{ victim: Victim; how: 'killed' | 'frozen' }>;
  stop: () => Promise<void>;
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

/** Starts two servers, a worker, the emulators and a database, as `npm start` does. */
export async function startTarget(dataDir: string, settings: Record<string, string>): Promise<Target> {
  const all = { PROCESSES: '2', LOG_LEVEL: 'error', ...settings };
  let instance = await startInstance({ dataDir, settings: all });
  const { baseUrl, emulatorUrl, demo } = instance;
  const ports = { PORT: new URL(baseUrl).port, EMULATOR_PORT: new URL(emulatorUrl).port };
  let earlierOutput = '';
  const database = await ensureDatabase({ dataDir });
  const { url } = database;
  // Whoever uses it starts it again, and that is the service's own to do.
  await database.stop();

  function pidOf(victim: Victim, choices: Choices): number | undefined {
    if (victim === 'supervisor') return instance.pid;
    if (victim === 'postgres') return postmasterOf(dataDir);
    const found = childrenOf(instance.pid).filter(({ command }) => command.includes(SCRIPTS[victim] ?? ' '));
    return found[choices.between(0, found.length - 1)]?.pid;
  }

  async function strike(choices: Choices) {
    const victim = choices.weighted(VICTIMS);
    const how = victim !== 'supervisor' && choices.isChance(0.3) ? 'frozen' : 'killed';
    const seconds = choices.between(1, 4);
    const pid = pidOf(victim, choices);
    if (pid === undefined || !signal(pid, how === 'frozen' ? 'SIGSTOP' : 'SIGKILL')) return { victim, how } as const;
    if (how === 'frozen') {
      await sleep(seconds * 1000);
      signal(pid, 'SIGCONT');
    }
    if (victim === 'supervisor') {
      earlierOutput += instance.output();
      instance = await restart();
    }
    return { victim, how } as const;
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
    dataDir,
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
      const running = await ensureDatabase({ dataDir });
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
    stop: async () => {
      await instance.stop();
    },
  };
}

function parsed(line: string) {
  try {
    return JSON.parse(line) as { level: number; msg: string; err?: { message?: string } };
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
  });
}

/** @returns whether the process was there */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
