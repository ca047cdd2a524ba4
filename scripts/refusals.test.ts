// @module-tag full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './free-port.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'refused-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command with these settings to its end. Returns its exit code, and what it printed. */
async function refusedBy(
  command: string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, command, {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: folder,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Live keys of the cards beside a test token of the bank, and two settings that must not be with a live key. */
const UNSAFE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_h4Vd9sQ2mX7bLr0KtZ5w',
  MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1',
  PUBLIC_BASE_URL: 'http://give.example.org',
  TRUSTED_PROXIES: '0.0.0.0/0',
};

test.each([
  [['scripts/start.ts']],
  [['scripts/dev.ts']],
  [['server.ts']],
  [['scripts/worker.ts']],
  [['scripts/migrate.ts']],
  [['scripts/console.ts', 'ledger', 'check']],
])('%j refuses unsafe settings with exit code 1, names them all, and starts nothing', async (command) => {
  const { code, output } = await refusedBy(command, UNSAFE);
  expect(code).toBe(1);
  for (const name of ['MERCADO_PAGO_CO_ACCESS_TOKEN', 'PUBLIC_BASE_URL', 'TRUSTED_PROXIES'])
    expect(output).toContain(`${name} must`);
  expect(output).not.toContain('    at ');
  expect(readdirSync(folder)).toEqual([]);
});

const NO_PORT = 'lead to a database that takes us: a port is a number from 1 to 65535';

test.each([
  ['scripts/start.ts', 'give?port=99999', NO_PORT],
  ['scripts/worker.ts', 'give?port=99999', NO_PORT],
  ['scripts/migrate.ts', 'give?port=many', NO_PORT],
  ['scripts/console.ts', 'give?port=99999', NO_PORT],
  ['scripts/console.ts', 'give%', 'be an address whose special characters are percent-encoded'],
])('%s refuses a database at /%s with exit code 1 and one sentence', async (script, path, reason) => {
  const command = script === 'scripts/console.ts' ? [script, 'ledger', 'check'] : [script];
  expect(await refusedBy(command, { DATABASE_URL: `postgresql://us:secret@127.0.0.1/${path}` })).toEqual({
    code: 1,
    output: `DATABASE_URL must ${reason}.\n`,
  });
});
