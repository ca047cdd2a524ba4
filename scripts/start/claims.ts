import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inDataDir } from '../data-dir.ts';
import { isRunning, ownSignature } from '../lock.mjs';
import { type Listener, listenerOn } from './listener.ts';

/**
 * Makes sure nobody listens on a port we need.
 * @param what whose port it is, and @param variable which one moves it
 * @throws Error saying whose it is, where the system tells, and how to go on
 */
export async function claimPort(port: number, what: string, variable: string): Promise<void> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  if (free) return;
  throw new Error(
    `Port ${port} (${what}) is taken. ${wayOut(listenerOn(port))}, or choose another with ${variable}; ` +
      'a second instance also needs a DATA_DIR of its own.',
  );
}

/** Whose a taken port is, as far as the system says, and how to end that. */
function wayOut(listener: Listener | undefined): string {
  if (!listener) return 'Stop what listens there';
  const { pid, dataDir, supervisor } = listener;
  if (dataDir === undefined) return `Process ${pid} listens there: end it with \`kill ${pid}\``;
  const whose = `Process ${pid} of the instance with DATA_DIR ${dataDir} listens there`;
  if (supervisor === undefined) return `${whose}, and nothing supervises it: end it with \`kill ${pid}\``;
  return `${whose}: end that instance with \`kill ${supervisor}\``;
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
