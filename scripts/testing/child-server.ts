import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CallOptions, Reply } from './service.ts';
import { callAt, freePort } from './service.ts';

/** A process of the product, on the database and the emulators of the test's service. */
export type Child = {
  /** All that it has written so far, on both of its outputs. */
  output(): string;
  /** Ends it at once, as a power cut would: no handler of its own runs. */
  kill(): Promise<void>;
};

/** A server in a process of its own. */
export type ChildServer = Child & {
  url: string;
  call(path: string, options?: CallOptions): Promise<Reply>;
};

/** Starts a server that a test can kill. Call it after `startService`, whose environment it inherits. */
export async function startChildServer(overrides: Record<string, string> = {}): Promise<ChildServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild('scripts/testing/serve.ts', {
    PORT: String(port),
    PUBLIC_BASE_URL: url,
    ...overrides,
  });
  return { ...child, url, call: (path, options) => callAt(url, path, options) };
}

/** Starts a process of the product that tells when it is ready. Call it after `startService`. */
export async function startChild(entry: string, overrides: Record<string, string> = {}): Promise<Child> {
  const child = fork(entry, [], {
    env: { ...process.env, ...overrides },
    execArgv: [],
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
  return {
    output: () => written,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
