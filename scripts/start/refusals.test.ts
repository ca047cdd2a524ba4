// @module-tag full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the service with these settings, which must be refused. Returns the exit code and its output. */
async function start(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const ports = { PORT: String(await freePort()), EMULATOR_PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...ports, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

test('a DATA_DIR that cannot be used ends the start with one sentence', async () => {
  const dataDir = join(folder, 'file');
  expect(await start({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `DATA_DIR must be a folder that can be written, and ${dataDir} is not: it is a file.\n`,
  });
});

test('a DATA_DIR where no folder can be made ends the start with one sentence', async () => {
  expect(await start({ DATA_DIR: '/proc/fundraising/data' })).toEqual({
    code: 1,
    output:
      'DATA_DIR must be a folder that can be written, and /proc/fundraising is not: no folder can be made there.\n',
  });
});

test('a certificate that DATABASE_URL names and that is missing ends the start with one sentence', async () => {
  const ca = join(folder, 'missing.pem');
  const url = `postgresql://us:secret@127.0.0.1:1/give?sslmode=verify-full&sslrootcert=${ca}`;
  expect(await start({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url })).toEqual({
    code: 1,
    output: `DATABASE_URL must name files that can be read: ENOENT: no such file or directory, open '${ca}'.\n`,
  });
});

test('an unreachable DATABASE_URL ends the start with one sentence', async () => {
  const port = await freePort();
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgresql://us:secret@127.0.0.1:${port}/give`,
  };
  expect(await start(settings)).toEqual({
    code: 1,
    output: `DATABASE_URL must lead to a database that takes us: nothing listens at 127.0.0.1:${port}.\n`,
  });
});
