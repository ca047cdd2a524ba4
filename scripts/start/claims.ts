import { mkdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { portError } from '#lib/port-error.ts';
import { inDataDir } from '../data-dir.ts';
import { tryLock } from '../lock.mjs';
import { type Listener, listenerOn } from './listener.ts';

/**
 * Checks that a port is free.
 * @param what the service that needs it, for the message
 * @param variable the environment variable that sets the port
 * @throws Error naming the process that listens there, where it can be found, and what to do; or that the system refuses it
 */
export async function claimPort(port: number, what: string, variable: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, () => probe.close(() => resolve(undefined)));
  });
  if (!error) return;
  if (error.code !== 'EADDRINUSE') throw portError(error, port, variable);
  throw new Error(
    `Port ${port} (${what}) is taken. ${howToFree(listenerOn(port))}, or choose another with ${variable}; ` +
      'a second instance also needs a DATA_DIR of its own.',
  );
}

/** A sentence that names the listener, as far as it is known, and how to stop it. */
function howToFree(listener: Listener | undefined): string {
  if (!listener) return 'Stop what listens there';
  const { pid, dataDir, supervisor } = listener;
  if (dataDir === undefined) return `Process ${pid} listens there: end it with \`kill ${pid}\``;
  const whose = `Process ${pid} of the instance with DATA_DIR ${dataDir} listens there`;
  if (supervisor === undefined) return `${whose}, and nothing supervises it: end it with \`kill ${pid}\``;
  return `${whose}: end that instance with \`kill ${supervisor}\``;
}

/**
 * Claims the data directory for this instance: two would overwrite each other's emulators and demonstration.
 * @returns a function that releases it
 * @throws Error when another instance holds it, or when it cannot be used
 */
export function claimDataDir(dataDir: string): Promise<() => void> {
  const refusal = `DATA_DIR (${dataDir}) is in use by another instance. Give this one a DATA_DIR of its own.`;
  return inDataDir(dataDir, () => claimFolder(dataDir, refusal));
}

/**
 * Claims a folder for the lifetime of this process.
 * @param refusal the error message if another process holds it
 * @returns a function that releases it
 */
export function claimFolder(folder: string, refusal: string): () => void {
  makeFolder(folder);
  const file = join(folder, 'instance');
  // The first attempt may only remove the claim of an instance that has died.
  if (!tryLock(file) && !tryLock(file)) throw new Error(refusal);
  return () => rmSync(file, { force: true });
}

/** Step by step: where a folder cannot be made, Node's own recursion can go on for ever (as below /proc). */
function makeFolder(folder: string): void {
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process was faster.
    if (!isFolder()) throw error;
  }
}
