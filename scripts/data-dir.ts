import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Error codes of the file system in words: why something cannot be written. */
export const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of it is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'a name in it is too long',
  ELOOP: 'its links lead in a circle',
  EDQUOT: 'its disk is full for this user',
};

const DISK_FULL = /No space left on device|Disk quota exceeded/;

/**
 * Runs `work`, which uses the data directory.
 * @throws Error in one sentence that names DATA_DIR when the folder is the cause, else what `work` throws
 */
export async function inDataDir<T>(dataDir: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', syscall = '', path = dataDir } = error as NodeJS.ErrnoException;
    if (syscall === 'mkdir' && code === 'ENOENT') throw unusableDataDir(path, 'no folder can be made there', error);
    const reason = syscall.startsWith('spawn') ? undefined : REASONS[code];
    if (!reason) throw error;
    throw unusableDataDir(path, reason, error);
  }
}

/** The error for the output of a PostgreSQL program that failed on a full disk; undefined for other output. */
export function diskFullError(dataDir: string, output: string): Error | undefined {
  return DISK_FULL.test(output) ? unusableDataDir(dataDir, 'its disk is full', output) : undefined;
}

/**
 * Runs `work` with a new folder for temporary files, such as the data directory of a database for a moment.
 * @throws Error in one sentence that names TMPDIR when that folder is the cause, else what `work` throws
 */
export async function inTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = tmpdir();
  const folder = await mkdtemp(join(parent, prefix)).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such folder' : REASONS[error.code ?? ''];
    throw reason ? new UnusableFolder('TMPDIR', parent, reason, error) : error;
  });
  try {
    return await work(folder);
  } catch (error) {
    if (error instanceof UnusableFolder) throw new UnusableFolder('TMPDIR', parent, error.reason, error);
    if (error instanceof Error && DISK_FULL.test(error.message))
      throw new UnusableFolder('TMPDIR', parent, 'its disk is full', error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class UnusableFolder extends Error {
  readonly reason: string;
  constructor(variable: 'DATA_DIR' | 'TMPDIR', path: string, reason: string, cause: unknown) {
    super(`${variable} must be a folder that can be written, and ${path} is not: ${reason}.`, { cause });
    this.reason = reason;
  }
}

function unusableDataDir(path: string, reason: string, cause: unknown): Error {
  return new UnusableFolder('DATA_DIR', path, reason, cause);
}
