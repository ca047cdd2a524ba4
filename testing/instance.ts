import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startService } from '#sdk/src/testing/service.ts';
import { type Console, consoleOf } from './console.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Demonstration data of an instance with the emulators, as far as journeys use it. */
export type Demo = {
  key: string;
  client_id: string;
  cause_key: string;
  checkout_url: string;
  link_id: string;
  creator_email: string;
  staff_email: string;
  colombia: { cause_key: string };
  mexico: { cause_key: string };
};

/** The whole service, started as `npm start` does. */
export type Instance = {
  baseUrl: string;
  emulatorUrl: string;
  dataDir: string;
  demo: Demo;
  /** The supervisor's process. */
  pid: number;
  /** Its output so far. */
  output: () => string;
  /** The operator console: `operate('cause', 'publish', { key })`. Throws the console's error. */
  operate: Console['operate'];
  /** Sends SIGTERM, as a process manager does; resolves with the exit code once everything has ended. */
  stop: () => Promise<number | null>;
};

type Options = {
  dataDir: string;
  settings?: Record<string, string>;
  /** The checkout to run; by default this one. */
  root?: string;
  /** `dev` serves the sources as they change, as `npm run dev` does. */
  command?: 'start' | 'dev';
  /** Started by npm in a process group of its own, as process managers do. */
  inGroup?: boolean;
};

/** All visitors of an instance have the address of this machine, and share its limit. */
const ONE_ADDRESS = { RATE_LIMIT_ADDRESS_PER_10S: '100000' };

/** Starts an instance on free ports, or on those in `settings`. */
export async function startInstance({
  dataDir,
  settings = {},
  root = ROOT,
  command = 'start',
  inGroup = false,
}: Options): Promise<Instance> {
  const service = await startService({
    checkout: root,
    dataDir,
    settings: { ...ONE_ADDRESS, ...settings },
    command: inGroup ? ['setsid', 'npm', 'start'] : [process.execPath, `scripts/${command}.ts`],
  });
  const { baseUrl, emulatorUrl, pid, env, output } = service;
  const health = await fetch(`${baseUrl}/healthz`);
  if (!health.ok) throw new Error(`It says it is up, but /healthz answers ${health.status}:\n${output()}`);
  const operator = consoleOf(root, env);
  return {
    baseUrl,
    emulatorUrl,
    dataDir,
    pid,
    output,
    get demo() {
      return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    },
    operate: operator.operate,
    stop: async () => {
      // The console uses the database, which ends with the service.
      await operator.close();
      return service.stop();
    },
  };
}
