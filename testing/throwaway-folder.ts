import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** In bytes: far more than all databases of a run take, which is some 200 MB for vitest. */
const ROOM = 4 * 1024 ** 3;

/**
 * A new folder for databases that nobody needs afterwards: in memory where there is plenty, else among temporary files. A database
 * is 700 files, and to copy them on a disk takes half a second of the processor.
 */
export function throwawayFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix));
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
