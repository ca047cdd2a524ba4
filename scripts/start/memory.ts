import { resolve } from 'node:path';

/**
 * V8's limits for a worker. Without them it leaves garbage on a machine with much memory: its heap has room for 200 MiB while 70
 * are used, after some hundred receipts. A young generation of 4 MiB is what its jobs need; the old one is collected as it
 * nears the limit, four times what it needs.
 */
export const WORKER_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=256'];

/**
 * Settings of every process. Sources without types are kept compiled in the data folder: removing the types takes 10 MiB and
 * most of a second. Two arenas are enough for glibc: it makes up to eight a core for threads, which keep what they freed.
 */
export function memorySettings(dataDir: string): Record<string, string> {
  return { NODE_COMPILE_CACHE: resolve(dataDir, 'compile-cache'), MALLOC_ARENA_MAX: '2' };
}
