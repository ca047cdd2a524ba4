import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { MetricsAnswer, MetricsQuestion } from '#lib/metrics.ts';

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

/** One process of the service, restarted until `stop` is called. */
export type Supervised = {
  /** Resolves when it is ready for the first time; rejects if it says before that why it cannot start. */
  ready: Promise<Ready>;
  /** Sends SIGTERM, so that it finishes its work, and waits for its exit. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => void;
  /** The metrics of the process as it runs now (lib/metrics.ts); undefined if it does not say them in time. */
  metrics: (limitMs: number) => Promise<object[] | undefined>;
};

/** How a process ended. */
export type Ending = {
  /** Its signal or exit code, or why the system could not create it, as text. */
  how: string;
  /** It exited by itself, and has said why. Otherwise something else ended it, such as a machine that is short of memory. */
  isOwn: boolean;
};

/** One run of a process. */
export type Launched = {
  /** Resolves when it is ready; rejects if it exits before that. */
  ready: Promise<Ready>;
  /** Resolves when it exits; never rejects. */
  ended: Promise<Ending>;
  /** Sends SIGTERM, so that it finishes its work, and waits for its exit. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => void;
  /** Its metrics; undefined if it does not say them in time. */
  metrics: (limitMs: number) => Promise<object[] | undefined>;
};

/** Starts a process in a process group of its own and forwards its output. It exits when this process does. */
export function launch(plan: ProcessPlan): Launched {
  const child = create(plan);
  if (child instanceof Error) return follow(plan, Promise.resolve({ how: child.message, isOwn: false }));
  forwardLines(plan.name, child.stdout, process.stdout);
  forwardLines(plan.name, child.stderr, process.stderr);
  const ended = new Promise<Ending>((done) => {
    // A process that runs reports other errors here too, and goes on.
    child.on('error', ({ message }) => child.pid === undefined && done({ how: message, isOwn: false }));
    child.once('close', (code, signal) => done({ how: signal ?? `exit code ${code}`, isOwn: signal === null }));
  });
  return follow(plan, ended, child);
}

/** Creates the process. Returns the system's error if it cannot: some it throws, others are an event of the process. */
function create(plan: ProcessPlan): ChildProcess | Error {
  const env = plan.env();
  try {
    return fork(resolve(ROOT, plan.file), {
      cwd: ROOT,
      env,
      execArgv: [
        ...(plan.flags ?? []),
        '--import',
        pathToFileURL(resolve(import.meta.dirname, 'end-with-parent.ts')).href,
      ],
      // Its own process group: Ctrl-C reaches only the supervisor, which stops everything in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return error;
    throw error;
  }
}

function follow({ name }: ProcessPlan, ended: Promise<Ending>, child?: ChildProcess): Launched {
  const ready = new Promise<Ready>((up, fail) => {
    child?.on('message', (message) => isReady(message) && up(message));
    ended.then(({ how }) => fail(new Error(`The ${name} could not start (${how}).`)));
  });
  const stop = async () => {
    child?.kill('SIGTERM');
    const limit = setTimeout(() => child?.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  };
  const metrics = (limitMs: number) => (child?.connected ? askMetrics(child, limitMs) : Promise.resolve(undefined));
  return { ready, ended, stop, kill: () => void child?.kill('SIGKILL'), metrics };
}

let questions = 0;

/** Asks a process for its metrics over IPC. */
function askMetrics(child: ChildProcess, limitMs: number): Promise<object[] | undefined> {
  const question: MetricsQuestion = { metrics: ++questions };
  return new Promise((resolve) => {
    const end = (values?: object[]) => {
      clearTimeout(limit);
      child.off('message', listen);
      resolve(values);
    };
    const listen = (message: Partial<MetricsAnswer>) => {
      if (message.metrics === question.metrics) end(message.values);
    };
    const limit = setTimeout(end, limitMs);
    child.on('message', listen);
    child.send(question, (error) => error && end());
  });
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
