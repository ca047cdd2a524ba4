import { execFileSync } from 'node:child_process';
import { processStart } from '../../scripts/lock.mjs';

/** Every process that a process has started, and their descendants. */
export function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** Which of these still run. An ended process that init has not collected yet still has its id. */
export function stillThere(pids: number[]): number[] {
  return pids.filter((pid) => processStart(pid) !== null);
}
