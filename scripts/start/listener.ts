import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that listens on a port of this machine. */
export type Listener = {
  pid: number;
  /** DATA_DIR of the instance that it belongs to, if it is a process of this project. */
  dataDir?: string;
  /** Process id of its supervisor; absent if there is none. */
  supervisor?: number;
};

/** The state LISTEN, as the kernel writes it. */
const LISTEN = '0A';

/**
 * The process that listens on a port, read from /proc.
 * @returns undefined without /proc, or if the process belongs to another user
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

/** Processes end at any time and some are not readable: then the fallback. */
function orElse<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
