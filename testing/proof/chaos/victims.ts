import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf } from '#scripts/bench/measure.ts';
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
  /** Reconciles with every gateway, as each day does. @returns whether both books agree then */
  reconcile: () => Promise<boolean>;
  /** Kills one with SIGKILL, or stops one with SIGSTOP for some seconds. */
  strike: (choices: Choices) => Promise<{ victim: Victim; how: 'killed' | 'frozen' }>;
  stop: () => Promise<void>;
};

/** Starts two servers, a worker, the emulators and a database, as `npm start` does. */
export async function startTarget(dataDir: string, settings: Record<string, string>): Promise<Target> {
  const all = { PROCESSES: '2', LOG_LEVEL: 'error', ...settings };
  let instance = await startInstance({ dataDir, settings: all });
  const { baseUrl, emulatorUrl, demo } = instance;
  const ports = { PORT: new URL(baseUrl).port, EMULATOR_PORT: new URL(emulatorUrl).port };
  let earlierOutput = '';

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
    reconcile: async () => (await instance.operate<{ agrees: boolean }>('reconcile', 'run', {})).agrees,
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
