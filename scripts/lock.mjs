// Plain JavaScript: install.mjs needs it before anything is installed, on whatever Node the machine has.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Polling interval of a waiting process, in milliseconds: short compared to what the locks protect. */
const POLL_MS = 50;

/**
 * The process's start time in clock ticks, so that a recycled process id is not taken for its predecessor.
 * @param {number} pid
 * @returns {string | null} null when there is no such process, or only its unreaped remains; '' where /proc is absent
 */
export function processStart(pid) {
  try {
    // The command name may hold spaces and parentheses: fields are counted after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
  } catch {
    try {
      process.kill(pid, 0);
      return '';
    } catch (error) {
      return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? '' : null;
    }
  }
}

/**
 * A line that identifies this process, even when its pid is reused: "pid start-time".
 * @returns {string}
 */
export function ownSignature() {
  return `${process.pid} ${processStart(process.pid) ?? ''}`;
}

/**
 * Whether the process that wrote this signature still runs.
 * @param {string} signature what `ownSignature` returned in that process
 * @returns {boolean}
 */
export function isRunning(signature) {
  const [pid, start = ''] = signature.trim().split(' ');
  // After a power cut a file can be empty; 0 would be this process's own group.
  if (!pid) return false;
  const now = processStart(Number(pid));
  return now !== null && (now === start || now === '' || start === '');
}

/** @param {string} path @returns {string | null} the file's text; null when there is none */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * One attempt to lock. The lock file is created with its content atomically (a hard link), so only a power cut leaves it empty.
 * @param {string} path
 * @returns {boolean} false also where it has only removed the lock of a dead holder: the next attempt may succeed
 */
export function tryLock(path) {
  const mine = `${path}.${process.pid}`;
  try {
    writeFileSync(mine, ownSignature());
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const holder = read(path);
  if (holder === null || isRunning(holder)) return false;
  return clearStale(path, holder);
}

/**
 * Removes the lock of a dead holder. Two processes may try at once: if the removed lock belongs to a third, living one, it is
 * put back.
 * @param {string} path
 * @param {string} holder
 * @returns {false} so that the caller tries again
 */
function clearStale(path, holder) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== holder) linkSync(aside, path);
  } catch {
    // Another process was first: the next attempt sees the result.
  }
  try {
    unlinkSync(aside);
  } catch {
    // Nothing was moved.
  }
  return false;
}

/**
 * Waits for the lock, runs `work`, and unlocks. The lock of a process that died is taken over at once.
 * @template T
 * @param {string} path the lock file; its folder is created
 * @param {() => T | Promise<T>} work
 * @param {() => void} [onWait] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; !tryLock(path); waited = true) {
    if (!waited) onWait?.();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    return await work();
  } finally {
    unlinkSync(path);
  }
}
