import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { onStopSignal } from '../signals.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Settings of a running instance: a test must find neither that instance nor its keys. */
const SETTINGS =
  /^(PORT|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|DATA_ENCRYPTION_KEY|PUBLIC_BASE_URL|TRUSTED_PROXIES|CHECKOUT_LINK_TTL_SECONDS|REDIS_URL|SMTP_URL|MAIL_FROM|LOG_LEVEL|SANDBOX_BASE_URL|ALLOW_PLAINTEXT_BACKENDS|NODE_ENV|(STRIPE|MERCADO_PAGO|RATE_LIMIT|WITHDRAWAL|EMULATOR|NEXT)S?(_.*)?)$/;

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
  const settings = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const own = {
    NODE_ENV: 'test' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    // Tests start hundreds of processes of the same sources: each compiles them half as long.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
  };
  const env = { ...Object.fromEntries(settings), ...own, ...extra };
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
