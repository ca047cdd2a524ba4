import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sdkPackage } from '#lib/docs/sdk-package.ts';
import { findOrInstallBrowser } from './browser.ts';

/**
 * What a partner does first: installs the SDK from a running service (`BASE_URL`, by default http://localhost:3000) into an empty
 * folder, and runs the tests of the example there, `--repeat N` times each, without a second try. Prints how long both took.
 */
const EXAMPLE = resolve(import.meta.dirname, '../sdk/example');
const { values } = parseArgs({ options: { repeat: { type: 'string', default: '1' } } });
const baseUrl = (process.env.BASE_URL ?? 'http://localhost:3000').replace(/\/+$/, '');
const env = { ...process.env, BASE_URL: baseUrl, CHROMIUM_PATH: await findOrInstallBrowser() };

const folder = mkdtempSync(join(tmpdir(), 'partner-'));
try {
  for (const file of ['shop.ts', 'shop.spec.ts', 'playwright.config.ts'])
    cpSync(join(EXAMPLE, file), join(folder, file));
  const { devDependencies } = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8'));
  const playwright = `@playwright/test@${devDependencies['@playwright/test']}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }));
  const installed = run('npm', ['install', '--no-audit', '--no-fund', sdkPackage(baseUrl), playwright]);
  const tested = run('npx', ['playwright', 'test', '--retries=0', `--repeat-each=${values.repeat}`]);
  console.log(`Installed in ${installed} s. The tests, ${values.repeat} times each, took ${tested} s.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command in the folder. @returns whole seconds. @throws Error if it fails */
function run(command: string, args: string[]): number {
  const began = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: folder, env, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
  return Math.round((performance.now() - began) / 1000);
}
