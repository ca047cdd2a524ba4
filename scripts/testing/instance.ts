import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** What `npm start` says when everything is up. */
const UP = 'The service is up';

/** All that an instance and its console see of our environment: no setting of ours can change what they do. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER'];

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
  /** Everything it has printed so far. */
  said: () => string;
  /** The operator console: `operate('cause', 'publish', { key })`. Throws what the console says is wrong. */
  operate: <Answer>(noun: string, verb: string, flags: Record<string, string>) => Promise<Answer>;
  /** SIGTERM, as a process manager does it; resolves with the exit code once all is down. */
  stop: () => Promise<number | null>;
};

type Wish = {
  dataDir: string;
  settings?: Record<string, string>;
  /** Another checkout of the project than this one. */
  root?: string;
  /** `dev` serves the sources as they change, as `npm run dev` does. */
  command?: 'start' | 'dev';
};

/** Starts an instance on free ports, or on those in `settings`. */
export async function startInstance(wish: Wish): Promise<Instance> {
  const { dataDir, settings = {}, root = ROOT, command = 'start' } = wish;
  for (let attempt = 1; ; attempt++) {
    const ports = { PORT: String(await freePort()), EMULATOR_PORT: String(await freePort()) };
    const own = { ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings };
    try {
      return await launch(own, { dataDir, root, command });
    } catch (error) {
      // Between our asking and its listening somebody else may have taken the port.
      const isTaken = error instanceof Error && / is taken\. /.test(error.message);
      if (!isTaken || settings.PORT !== undefined || attempt === 3) throw error;
    }
  }
}

type Place = Required<Pick<Wish, 'dataDir' | 'root' | 'command'>>;

async function launch(
  settings: Record<string, string>,
  { dataDir, root, command }: Place,
): Promise<Instance> {
  const env = { ...inherited(), ...settings };
  const child = spawn(process.execPath, [`scripts/${command}.ts`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  await new Promise<void>((up, fail) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(UP)) up();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', fail);
    ended.then((code) => fail(new Error(`The instance ended with ${code}:\n${output}`)));
  });
  const baseUrl = `http://localhost:${settings.PORT}`;
  const health = await fetch(`${baseUrl}/healthz`);
  if (!health.ok) throw new Error(`It says it is up, but /healthz answers ${health.status}:\n${output}`);
  return {
    baseUrl,
    emulatorUrl: `http://localhost:${settings.EMULATOR_PORT}`,
    dataDir,
    get demo() {
      return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
    },
    pid: child.pid ?? 0,
    said: () => output,
    operate: (noun, verb, flags) => operate(root, env, noun, verb, flags),
    stop: () => stop(child, ended),
  };
}

function stop(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  return ended;
}

async function operate<Answer>(
  root: string,
  env: NodeJS.ProcessEnv,
  noun: string,
  verb: string,
  flags: Record<string, string>,
): Promise<Answer> {
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['scripts/console.ts', noun, verb, ...args], {
    cwd: root,
    env,
  });
  return JSON.parse(stdout);
}

function inherited(): NodeJS.ProcessEnv {
  const kept = PASSED_ON.map((name) => [name, process.env[name]] as const);
  return { NODE_ENV: 'production', ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)) };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
