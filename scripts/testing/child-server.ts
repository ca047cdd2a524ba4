import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CallOptions, Reply } from './service.ts';
import { callAt, freePort } from './service.ts';

/** A server in a process of its own, on the database and the emulators of the test's service. */
export type ChildServer = {
  url: string;
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** All that it has written so far, on both of its outputs. */
  output(): string;
  /** Ends it at once, as a power cut would: no handler of its own runs. */
  kill(): Promise<void>;
};

/** Starts a server that a test can kill. Call it after `startService`, whose environment it inherits. */
export async function startChildServer(overrides: Record<string, string> = {}): Promise<ChildServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = fork('scripts/testing/serve.ts', [], {
    env: { ...process.env, PORT: String(port), PUBLIC_BASE_URL: url, ...overrides },
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
      throw new Error(`the server did not start: ${written}`);
    }),
  ]);
  return {
    url,
    call: (path, options) => callAt(url, path, options),
    output: () => written,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
