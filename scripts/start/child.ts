import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');

/** The wait before a crashed process is started again doubles up to the last value, in milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A process that ran this long had recovered: its next crash waits no longer than a first one. */
const STEADY_MS = 60_000;

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

/** Starts a process, and starts it again whenever it ends by itself after having been up. */
export function supervise(plan: Plan): Supervised {
  const stopping = new AbortController();
  let current = launch(plan);
  const ready = current.ready;

  const keepUp = async () => {
    if (!(await settled(ready))) return;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const since = Date.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STEADY_MS) wait = FIRST_WAIT_MS;
      console.error(`The ${plan.name} stopped unexpectedly (${how}); starting it again in ${wait / 1000} s.`);
      await settled(sleep(wait, undefined, stopping));
      if (stopping.signal.aborted) return;
      current = launch(plan);
      current.ready.catch(() => {});
    }
  };
  const done = keepUp();

  return {
    ready,
    kill: () => void current.child.kill('SIGKILL'),
    stop: async () => {
      stopping.abort();
      current.child.kill('SIGTERM');
      const limit = setTimeout(() => current.child.kill('SIGKILL'), STOP_LIMIT_MS);
      await Promise.all([done, current.ended]);
      clearTimeout(limit);
    },
  };
}

/** Whether a promise came true; never rejects. */
function settled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}

type Launched = { child: ChildProcess; ready: Promise<Ready>; ended: Promise<string> };

function launch(plan: Plan): Launched {
  const child = fork(resolve(ROOT, plan.file), {
    cwd: ROOT,
    env: plan.env(),
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
  return { child, ready, ended };
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
