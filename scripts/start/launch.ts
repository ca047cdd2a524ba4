import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');

/** The server drains for up to 20 s; after this a process is killed. */
const STOP_LIMIT_MS = 25_000;

/** The message that a process sends over IPC when it is ready. */
export type Ready = { ready: true; port?: number; smtpPort?: number };

/** How to start one process of the service. */
export type ProcessPlan = {
  /** Its name in messages. */
  name: string;
  /** The script, relative to the checkout. */
  file: string;
  /** Options of Node. */
  flags?: readonly string[];
  /** Called at every start, so that a restart sees changed settings. */
  env: () => NodeJS.ProcessEnv;
};

/** One process of the service, restarted whenever it exits until `stop` is called. */
export type Supervised = {
  /** Resolves when it is ready for the first time; rejects if it exits before that. */
  ready: Promise<Ready>;
  /** Sends SIGTERM, so that it finishes its work, and waits for its exit. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => void;
};

/** One run of a process. */
export type Launched = {
  /** Resolves when it is ready; rejects if it exits before that. */
  ready: Promise<Ready>;
  /** Resolves when it exits, to its signal or exit code as text; never rejects. */
  ended: Promise<string>;
  /** Sends SIGTERM, so that it finishes its work, and waits for its exit. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => void;
};

/** Starts a process in a process group of its own and forwards its output. It exits when this process does. */
export function launch(plan: ProcessPlan): Launched {
  const child = fork(resolve(ROOT, plan.file), {
    cwd: ROOT,
    env: plan.env(),
    execArgv: [
      ...(plan.flags ?? []),
      '--import',
      pathToFileURL(resolve(import.meta.dirname, 'end-with-parent.ts')).href,
    ],
    // Its own process group: Ctrl-C reaches only the supervisor, which stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  forwardLines(plan.name, child.stdout, process.stdout);
  forwardLines(plan.name, child.stderr, process.stderr);
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<Ready>((up, fail) => {
    child.on('message', (message) => isReady(message) && up(message));
    ended.then((how) => fail(new Error(`The ${plan.name} could not start (${how}).`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  };
  return { ready, ended, stop, kill: () => void child.kill('SIGKILL') };
}

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;
}

/** Forwards JSON log lines unchanged; any other line is prefixed with the name of its process. */
function forwardLines(name: string, from: Readable | null, to: NodeJS.WritableStream): void {
  if (!from) return;
  createInterface({ input: from }).on('line', (line) => {
    to.write(line.startsWith('{') ? `${line}\n` : `[${name}] ${line}\n`);
  });
}
