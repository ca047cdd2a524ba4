import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inDataDir } from '../data-dir.ts';
import { isRunning, ownSignature } from '../lock.mjs';

/**
 * Makes sure nobody listens on a port we need.
 * @param what whose port it is, and @param variable which one moves it
 * @throws Error saying how to go on
 */
export async function claimPort(port: number, what: string, variable: string): Promise<void> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  if (free) return;
  throw new Error(
    `Port ${port} (${what}) is taken. Stop what listens there, or choose another with ${variable}; ` +
      'a second instance also needs a DATA_DIR of its own.',
  );
}

/**
 * Takes the data directory for this instance: two would overwrite each other's emulators and demonstration.
 * @returns a function that gives it back
 * @throws Error when another instance has it, or when it cannot be used
 */
export function claimDataDir(dataDir: string): Promise<() => void> {
  const refusal = `DATA_DIR (${dataDir}) is in use by another instance. Give this one a DATA_DIR of its own.`;
  return inDataDir(dataDir, () => claimFolder(dataDir, refusal));
}

/**
 * Takes a folder for this process, as long as it lives.
 * @param refusal what to fail with when another process has it
 * @returns a function that gives it back
 */
export function claimFolder(folder: string, refusal: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'instance');
  const holder = readIfThere(file);
  if (holder !== '' && isRunning(holder)) throw new Error(refusal);
  writeFileSync(file, ownSignature());
  return () => rmSync(file, { force: true });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
