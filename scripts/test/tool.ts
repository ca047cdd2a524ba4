import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { onStopSignal } from '../signals.ts';
import { withoutSettings } from './settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** How long an interrupted suite may take to stop its servers, in milliseconds. */
const STOP_LIMIT_MS = 15_000;

const interrupted = new AbortController();
let current: ChildProcess | undefined;

/** Aborted once somebody asks the run to stop. */
export const interruption: AbortSignal = interrupted.signal;

/**
 * Runs a tool of node_modules to its end, in a process group of its own so that all of it can be ended.
 * @param extra environment variables beside the caller's
 * @returns its exit code
 */
export function tool(path: string, args: string[], extra: Record<string, string> = {}): Promise<number> {
  const own = {
    NODE_ENV: 'test' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    // Tests start hundreds of processes of the same sources: each compiles them half as long.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
  };
  const env = { ...withoutSettings(process.env), ...own, ...extra };
  return new Promise((done, fail) => {
    interruption.throwIfAborted();
    current = spawn(process.execPath, [join(ROOT, 'node_modules', path), ...args], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    current.once('error', fail);
    current.once('close', (code) => done(code ?? 1));
  });
}

/** Ends the running tool when this process is asked to stop: gently first, then all of its group. */
export function stopOnSignal(): void {
  onStopSignal(
    () => {
      interrupted.abort(new Error('Interrupted.'));
      end('SIGINT');
      setTimeout(() => end('SIGKILL'), STOP_LIMIT_MS).unref();
    },
    () => end('SIGKILL'),
  );
}

function end(signal: NodeJS.Signals): void {
  if (!current?.pid || current.exitCode !== null || current.signalCode !== null) return;
  if (signal === 'SIGINT') current.kill(signal);
  else process.kill(-current.pid, signal);
}
