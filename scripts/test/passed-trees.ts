import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = 'node_modules/.cache/npm-test-passed';
/** Older ones are forgotten. */
const MOST_LINES = 50;

/**
 * The git tree of the last commit.
 * @returns its hash; undefined while something is uncommitted, or outside a git checkout
 */
export function committedTree(root: string = ROOT): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD^{tree}') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * When a suite last passed on a tree.
 * @returns an instant in ISO 8601, UTC; undefined if it never has here
 */
export function passedAt(tree: string, suite: string, root: string = ROOT): string | undefined {
  const line = linesOf(root).findLast((one) => one.startsWith(`${tree} ${suite} `));
  return line?.split(' ')[2];
}

/** Remembers that a suite has passed on a tree. */
export function recordPassed(tree: string, suite: string, now: Date, root: string = ROOT): void {
  const lines = [...linesOf(root), `${tree} ${suite} ${now.toISOString()}`].slice(-MOST_LINES);
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), `${lines.join('\n')}\n`);
}

function linesOf(root: string): string[] {
  const file = join(root, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
