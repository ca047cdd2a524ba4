import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Runs the mutation tests of the modules that decide about money and status (docs/testing.md). Exits 1 if too many mutants
 * survive. The tool is installed by the first run: nothing else needs it.
 */
const ROOT = resolve(import.meta.dirname, '..');
const HOME = join(ROOT, 'testing/mutation');
const STRYKER = join(HOME, 'node_modules/@stryker-mutator/core/bin/stryker.js');

function run(command: string, args: string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

// Its peers are the packages of the project.
if (!existsSync(STRYKER)) run('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps'], HOME);
run(process.execPath, [STRYKER, 'run', join(HOME, 'stryker.json'), ...process.argv.slice(2)], ROOT);
