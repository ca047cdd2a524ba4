import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');

/** The server drains for up to 20 s; past this a process is not going to end by itself. */
const STOP_LIMIT_MS = 25_000;

/** What a process says over IPC once it does its work. */
export type Ready = { ready: true; port?: number; smtpPort?: number };

/** How to run one process of the service. */
export type Plan = {
  /** Its name in messages. */
  name: string;
  /** The script, relative to the checkout. */
  file: string;
  /** Asked at every start, so that a restart sees what has changed meanwhile. */
  env: () => NodeJS.ProcessEnv;
};

/** One process of the service, kept running until it is told to stop. */
export type Supervised = {
  /** Resolves when it is up for the first time; rejects if it ended before that. */
  ready: Promise<Ready>;
  /** Asks it to finish what it is doing, and waits. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
};

/** One run of a process. */
export type Launched = {
  /** Resolves once it does its work; rejects if it ended before that. */
  ready: Promise<Ready>;
  /** How it ended; never rejects. */
  ended: Promise<string>;
  /** Asks it to finish what it is doing, and waits. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
};

/** Starts a process in a group of its own, its output going on to ours. It ends with this process, from its first line on. */
export function launch(plan: Plan): Launched {
  const child = fork(resolve(ROOT, plan.file), {
    cwd: ROOT,
    env: plan.env(),
    execArgv: ['--import', pathToFileURL(resolve(import.meta.dirname, 'end-with-parent.ts')).href],
    // A group of its own: Ctrl-C reaches the supervisor alone, which stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  passOn(plan.name, child.stdout, process.stdout);
  passOn(plan.name, child.stderr, process.stderr);
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

/** Log lines are JSON and go on as they are; any other line is marked with the process it came from. */
function passOn(name: string, from: Readable | null, to: NodeJS.WritableStream): void {
  if (!from) return;
  createInterface({ input: from }).on('line', (line) => {
    to.write(line.startsWith('{') ? `${line}\n` : `[${name}] ${line}\n`);
  });
}
