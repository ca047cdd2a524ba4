import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Builds once before the workers start their instances, so that the build does not count against the first journey's time.
 */
export default async function build(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(output);
}
