import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ConsoleReply, ConsoleRequest } from './console-process.ts';

/** The operator console of an instance. */
export type Console = {
  /** Runs a command and returns its output. Throws the console's error. */
  operate: <Answer>(noun: string, verb: string, flags: Record<string, string>) => Promise<Answer>;
  close: () => Promise<void>;
};

type Waiting = { done: (json: string) => void; fail: (error: Error) => void };

/**
 * The console for the instance with this environment. Its process starts with the first command and serves all of them.
 * @param root the checkout whose console it is
 */
export function consoleOf(root: string, env: NodeJS.ProcessEnv): Console {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let last = 0;

  function start(): ChildProcess {
    let output = '';
    const started = fork('testing/console-process.ts', [], {
      cwd: root,
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    started.stderr?.on('data', (chunk) => (output += chunk));
    started.on('message', (reply: ConsoleReply) => {
      const { done, fail } = waiting.get(reply.id) ?? {};
      waiting.delete(reply.id);
      if ('result' in reply) done?.(reply.result);
      else fail?.(new Error(reply.error));
    });
    started.once('exit', (code) => {
      child = undefined;
      for (const { fail } of waiting.values()) fail(new Error(`The console ended with ${code}: ${output}`));
      waiting.clear();
    });
    return started;
  }

  return {
    async operate(noun, verb, flags) {
      child ??= start();
      const request: ConsoleRequest = {
        id: ++last,
        args: [noun, verb, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
      };
      const answered = new Promise<string>((done, fail) => waiting.set(request.id, { done, fail }));
      child.send(request);
      return JSON.parse(await answered);
    },
    async close() {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
