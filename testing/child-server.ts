import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#scripts/free-port.ts';
import type { CallOptions, Reply } from './service.ts';
import { callAt } from './service.ts';

/** A process of the product with the test service's database and emulators. */
export type Child = {
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Kills it like a power cut: none of its handlers runs. */
  kill(): Promise<void>;
  /** Sends it a signal, or a message; it goes on. */
  signal(name: NodeJS.Signals): void;
  send(message: object): void;
  /** What it ended with, once it has: its exit code and signal. */
  ended: Promise<unknown[]>;
};

/** A server in a separate process. */
export type ChildServer = Child & {
  url: string;
  call(path: string, options?: CallOptions): Promise<Reply>;
};

/** Starts a server that a test can kill. Call it after `startService`, whose environment it inherits. */
export async function startChildServer(overrides: Record<string, string> = {}): Promise<ChildServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild('testing/serve.ts', {
    PORT: String(port),
    PUBLIC_BASE_URL: url,
    ...overrides,
  });
  return { ...child, url, call: (path, options) => callAt(url, path, options) };
}

/** What it compiles is kept, and a new heap is collected less often: most of these processes do little more than start. */
const START_FLAGS = [`--import=${new URL('./keep-compiled.ts', import.meta.url).href}`, '--min-semi-space-size=16'];

/** Starts a process of the product that reports when it is ready. Call it after `startService`. */
export async function startChild(entry: string, overrides: Record<string, string> = {}): Promise<Child> {
  const child = fork(entry, [], {
    env: { ...process.env, ...overrides },
    execArgv: START_FLAGS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${entry} did not start: ${written}`);
    }),
  ]);
  // It may have been ended already: whoever asks for it next will notice.
  child.send('started', () => {});
  return {
    output: () => written,
    signal: (name) => void child.kill(name),
    send: (message) => void child.send(message),
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
