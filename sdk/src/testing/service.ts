import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** What the service prints when everything is up. */
const UP = 'The service is up';

/** How often other ports are tried. */
const MOST_ATTEMPTS = 5;

/** The only variables of the caller's environment that the service inherits: settings of another instance are not for it. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER', 'NODE_COMPILE_CACHE'];

/** The whole service, with emulated gateways. */
export type RunningService = {
  /** Without a slash at the end. */
  baseUrl: string;
  /** Where the emulated gateways and the mailbox are. */
  emulatorUrl: string;
  pid: number;
  /** The environment it was started with. */
  env: NodeJS.ProcessEnv;
  /** Its output so far. */
  output: () => string;
  /** Sends SIGTERM; resolves with the exit code once everything has ended. */
  stop: () => Promise<number | null>;
};

type Start = {
  /** A checkout of the service's repository. */
  checkout: string;
  /** A folder of its own for its data. */
  dataDir: string;
  /** How the checkout is started; `npm start`, which installs and builds what is missing, if you leave it out. */
  command?: [string, ...string[]];
  /** Environment variables. */
  settings?: Record<string, string>;
};

/**
 * Starts the service from a checkout, on free ports or on those in `settings`.
 * @throws Error with the service's output if it does not start
 */
export async function startService({ settings = {}, ...start }: Start): Promise<RunningService> {
  for (let attempt = 1; ; attempt++) {
    const ports = { PORT: String(await freePort()), EMULATOR_PORT: String(await freePort()) };
    const own = { ...ports, DATA_DIR: start.dataDir, LOG_LEVEL: 'warn', ...settings };
    try {
      return await launch(start, own);
    } catch (error) {
      // Another process may take a port between our search and its use.
      const isTaken = error instanceof Error && / is taken\. |EADDRINUSE/.test(error.message);
      const isOurs = settings.PORT === undefined && settings.EMULATOR_PORT === undefined;
      if (!isTaken || !isOurs || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function launch(
  { checkout, command: [program, ...args] = ['npm', 'start'] }: Start,
  settings: Record<string, string>,
): Promise<RunningService> {
  const env = { ...inherited(), ...settings };
  const child = spawn(program, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    ended.then((code) => fail(new Error(`The service ended with ${code}:\n${output}`)));
  });
  return {
    baseUrl: `http://localhost:${settings.PORT}`,
    emulatorUrl: `http://localhost:${settings.EMULATOR_PORT}`,
    pid: child.pid ?? 0,
    env,
    output: () => output,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
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
