import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { programPaths } from './program-paths.ts';

/** The operating-system user PostgreSQL runs as when we are root (it refuses root itself). */
export type PostgresUser = { uid: number; gid: number };

/** A command line, with the identity Node should start it under. */
export type Launch = { command: string; args: string[]; uid?: number; gid?: number };

/** What to do where the embedded server cannot run. */
export const ADVICE = 'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.';

/** Linux capabilities that let a user pass closed directories, the weaker first: [name, bit]. */
const PASSING_CAPABILITIES = [
  ['dac_read_search', 2n],
  ['dac_override', 1n],
] as const;

/**
 * The user to run PostgreSQL as: nobody else when we are not root; as root the owner of an existing
 * cluster, else the user `postgres` (created when missing), else `nobody`.
 * @throws Error with advice when root has no such user and cannot make one
 */
export function choosePostgresUser(clusterDir: string): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  const existing = lookUpUser('postgres') ?? createUser() ?? lookUpUser('nobody');
  if (existing) return existing;
  throw new Error(`PostgreSQL refuses to run as root, and no other user could be created. ${ADVICE}`);
}

function lookUpUser(name: string): PostgresUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createUser(): PostgresUser | null {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'];
  try {
    execFileSync(findCommand('useradd') ?? 'useradd', options, { stdio: 'ignore' });
  } catch {
    // No useradd, or a read-only /etc: the caller falls back to a user that exists.
  }
  return lookUpUser('postgres');
}

/**
 * How to start `command` as `user`. Where that user cannot pass the directories above `paths` (a checkout under a private
 * directory of root), the process gets the one capability to do so; no permission of a directory is changed.
 * @throws Error with advice when this root lacks the capability or setpriv
 */
export function launchAs(user: PostgresUser | null, paths: readonly string[], command: string, args: string[]): Launch {
  if (!user) return { command, args };
  if (paths.every((path) => canReach(user, path))) return { command, args, ...user };
  const capability = PASSING_CAPABILITIES.find(([, bit]) => ownCapabilities() & (1n << bit))?.[0];
  const setpriv = findCommand('setpriv');
  if (!capability || !setpriv) {
    const missing = setpriv ? 'this root lacks the capability to let it pass' : 'setpriv is not installed';
    const blocked = paths.filter((path) => !canReach(user, path)).join(' and ');
    throw new Error(`The database's user (uid ${user.uid}) cannot reach ${blocked}, and ${missing}. ${ADVICE}`);
  }
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // Without the secure bit access(2), which PostgreSQL asks about its own programs, ignores the capability.
  const grant = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, '--securebits=+no_setuid_fixup'];
  return { command: setpriv, args: [...identity, ...grant, '--', command, ...args] };
}

function canReach(user: PostgresUser, path: string): boolean {
  if (!existsSync(path)) return canReach(user, dirname(path));
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  return path === dirname(path) || canReach(user, dirname(path));
}

function ownCapabilities(): bigint {
  const hex = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return BigInt(`0x${hex ?? '0'}`);
}

function findCommand(name: string): string | undefined {
  const PATH = [process.env.PATH ?? '', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter);
  return programPaths(name, { ...process.env, PATH }).find((path) => existsSync(path));
}
