import { readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { shiftClock } from '#testing/shift-clock.ts';

/** What is odd about the machine of a service. */
export type Oddities = {
  /** How far its clocks are ahead, in milliseconds. */
  aheadMs?: number;
  /** What the worker holds of memory, in bytes. */
  memoryBytes?: number;
  /** Which part of the disks is free. */
  freeRatio?: number;
};

/** How often the file is read, in milliseconds. */
const LOOK_MS = 200;

/**
 * Loaded before each process of a service that is rehearsed (`NODE_OPTIONS=--import=…?file=…`): from now on the file says what is
 * odd about the machine. Clocks and disks cannot be made so without rights that nobody has on a shared machine.
 */
const file = new URL(import.meta.url).searchParams.get('file');
if (file !== null) follow(file);

function follow(path: string): void {
  let odd: Oddities = {};
  let held: Buffer | undefined;
  setInterval(() => {
    odd = JSON.parse(readFileSync(path, 'utf8'));
    const memoryBytes = process.argv[1]?.endsWith('worker.ts') ? (odd.memoryBytes ?? 0) : 0;
    if ((held?.length ?? 0) !== memoryBytes) held = memoryBytes > 0 ? Buffer.alloc(memoryBytes, 1) : undefined;
  }, LOOK_MS).unref();

  shiftClock(() => odd.aheadMs ?? 0);
  const { statfs } = promises;
  const changed = async (folder: string) => {
    const found = await statfs(folder);
    return odd.freeRatio === undefined ? found : { ...found, bavail: Math.round(found.blocks * odd.freeRatio) };
  };
  Object.assign(promises, { statfs: changed });
  syncBuiltinESMExports();
}
