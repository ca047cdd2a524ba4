import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs a test file in a process of its own, which writes what it did as JSON to the file named by `PROVE_REPORT`.
 * @param settings environment variables for it
 * @returns whether it passed, its output, its report if it wrote one, and how long it took
 */
export async function runReported<Report>(
  file: string,
  settings: Record<string, string>,
): Promise<{ passed: boolean; output: string; report: Report | undefined; seconds: number }> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const path = join(folder, 'report.json');
  const env = { ...process.env, ...settings, PROVE_REPORT: path };
  const args = ['node_modules/vitest/vitest.mjs', 'run', file];
  const run = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  run.stdout.on('data', (text) => {
    output += text;
  });
  try {
    const [code] = await once(run, 'close');
    const report: Report | undefined = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    return { passed: code === 0, output, report, seconds: Math.round((performance.now() - started) / 1000) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
