import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withLock } from './lock.mjs';
import { programPaths } from './program-paths.ts';

const run = promisify(execFile);

/** Milliseconds: one megabyte over a slow line. */
const INSTALL_LIMIT_MS = 5 * 60_000;
/** Milliseconds: an empty server starts at once, but the machine may be busy. */
const START_LIMIT_MS = 20_000;

/** A Redis server for tests and benchmarks. */
export type RedisServer = { url: string; pid: number; stop: () => Promise<void> };

/**
 * The path of a `redis-server`: `$REDIS_SERVER_PATH`, the system's, else Debian's package installed now.
 * @throws Error with one clear sentence when there is none and none can be installed
 */
export async function findOrInstallRedis(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const configured = env.REDIS_SERVER_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`REDIS_SERVER_PATH is ${configured}, where there is nothing.`);
  }
  const lock = join(tmpdir(), 'fundraising-redis-install.lock');
  return (
    find(env) ??
    withLock(lock, async () => {
      if (!find(env)) await install(env);
      const installed = find(env);
      if (installed) return installed;
      throw new Error('redis-server was installed, and is not on the PATH.');
    })
  );
}

function find(env: NodeJS.ProcessEnv): string | undefined {
  return programPaths('redis-server', env).find((path) => existsSync(path));
}

async function install(env: NodeJS.ProcessEnv): Promise<void> {
  console.error('No Redis here; installing one (once)…');
  const settings = {
    // RUNLEVEL 1: the package must not start a server.
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    timeout: INSTALL_LIMIT_MS,
    maxBuffer: 2 ** 24,
  };
  try {
    await run('apt-get', ['update'], settings);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], settings);
  } catch (error) {
    throw new Error(
      'A Redis server is needed, and none could be found or installed. Install one (on Debian, as root: ' +
        'apt-get install redis-server) or set REDIS_SERVER_PATH.',
      { cause: error },
    );
  }
}

/** Starts an empty Redis on a loopback port, without persistence. */
export async function startRedis(port: number): Promise<RedisServer> {
  const program = await findOrInstallRedis();
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, [...options, '--dir', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`redis-server did not start:\n${output}`);
    }
    await pause(50);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
