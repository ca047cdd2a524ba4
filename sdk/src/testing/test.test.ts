// @module-tag full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** The service of a checkout: it says why it cannot send a mail, and that it is up as a real one does. */
const SERVICE = `
  console.log('{"level":50,"msg":"a mail was refused"}');
  console.log('The service is up: http://localhost');
  process.once('SIGTERM', () => process.exit(0));
  setInterval(() => {}, 1_000);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kit-'));
  writeFileSync(join(folder, 'service.mjs'), SERVICE);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'exec node service.mjs' } }));
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testDir: '.', workers: 1 };`);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a test of a partner with Playwright; returns the exit code and everything that was printed. */
async function run(source: string, settings: Record<string, string>): Promise<[number, string]> {
  const kit = JSON.stringify(resolve('sdk/src/testing/test.ts'));
  writeFileSync(join(folder, 'shop.spec.ts'), `import { expect, test } from ${kit};\n${source}`);
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', '-c', folder];
  const { BASE_URL: _, ...inherited } = process.env;
  const env: NodeJS.ProcessEnv = { ...inherited, ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return [code, out + err];
}

const SAID = 'a mail was refused';

test('when a test fails, the output of the service that the kit has started is printed', async () => {
  const source = `test('sells', ({ service }) => expect(service.baseUrl).toBe('nowhere'));`;
  const [code, printed] = await run(source, { CHECKOUT: folder });
  expect(code).toBe(1);
  expect(printed).toContain('The service\'s last output, of "sells":');
  expect(printed).toContain(SAID);
});

test('when a test passes, nothing of it is printed', async () => {
  const source = `test('sells', ({ service }) => expect(service.baseUrl).toContain('http'));`;
  const [code, printed] = await run(source, { CHECKOUT: folder });
  expect(code).toBe(0);
  expect(printed).not.toContain(SAID);
});

test('a test that uses no service starts none, also when it fails', async () => {
  const [code, printed] = await run(`test('adds', () => expect(1 + 1).toBe(3));`, {});
  expect(code).toBe(1);
  expect(printed).not.toMatch(/The service|needs a service/);
});
