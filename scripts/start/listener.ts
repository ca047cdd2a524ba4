import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that listens on a port of this machine. */
export type Listener = {
  pid: number;
  /** Of the instance that it belongs to, when it is a process of ours. */
  dataDir?: string;
  /** The process that supervises it; absent when that has gone, or when it never had one. */
  supervisor?: number;
};

/** The state LISTEN, as the kernel writes it. */
const LISTEN = '0A';

/**
 * Who listens on a port. Linux tells it of processes that we may look at.
 * @returns undefined where the system does not say
 */
export function listenerOn(port: number): Listener | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => socketsOn(port, read(`/proc/net/${table}`))));
  if (sockets.size === 0) return undefined;
  const pid = folders('/proc').find((name) => /^\d+$/.test(name) && holdsOne(name, sockets));
  if (pid === undefined) return undefined;
  const dataDir = /(?:^|\0)DATA_DIR=([^\0]+)/.exec(read(`/proc/${pid}/environ`))?.[1];
  const parent = /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '';
  const isSupervised = /scripts\/(start|dev)\.ts/.test(read(`/proc/${parent}/cmdline`));
  return {
    pid: Number(pid),
    ...(dataDir ? { dataDir } : {}),
    ...(isSupervised ? { supervisor: Number(parent) } : {}),
  };
}

/** The inodes of the sockets that listen on a port, from a table of the kernel's. */
function socketsOn(port: number, table: string): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === LISTEN && local.endsWith(`:${hex}`) && inode ? [`socket:[${inode}]`] : [];
  });
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  return folders(folder).some((descriptor) => sockets.has(link(`${folder}/${descriptor}`)));
}

function folders(path: string): string[] {
  return orElse(() => readdirSync(path), []);
}

function read(path: string): string {
  return orElse(() => readFileSync(path, 'utf8'), '');
}

function link(path: string): string {
  return orElse(() => readlinkSync(path), '');
}

/** Processes come and go, and some are not ours to look at: what cannot be read tells nothing. */
function orElse<T>(look: () => T, nothing: T): T {
  try {
    return look();
  } catch {
    return nothing;
  }
}
