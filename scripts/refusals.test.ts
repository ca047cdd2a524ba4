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
  const child = spawn(process.execPath, command, {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: folder,
      ...UNSAFE,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  for (const name of ['MERCADO_PAGO_CO_ACCESS_TOKEN', 'PUBLIC_BASE_URL', 'TRUSTED_PROXIES'])
    expect(output).toContain(`${name} must`);
  expect(output).not.toContain('    at ');
  expect(readdirSync(folder)).toEqual([]);
});
