// @module-tag full

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishSdk } from '#scripts/pack-sdk.ts';
import { intentOf, pay, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';
import manifest from '../../sdk/package.json' with { type: 'json' };

const run = promisify(execFile);

const buildDir = mkdtempSync(join(tmpdir(), 'sdk-package-'));
const { service, partner } = runningService({ NEXT_DIST_DIR: buildDir });
beforeAll(async () => {
  await publishSdk(join(buildDir, 'sdk'));
  writeFileSync(join(buildDir, 'sdk/fundraising-partner-0.9.0.tgz'), 'An earlier version');
});
afterAll(() => rmSync(buildDir, { recursive: true }));

const LATEST = '/sdk/latest.tgz';
const VERSIONED = `/sdk/fundraising-partner-${manifest.version}.tgz`;
const read = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(service.url + path, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('the package of the SDK', () => {
  test('is the same under its version and as the latest', async () => {
    const [versioned, latest] = [await read(VERSIONED), await read(LATEST)];
    expect(versioned.bytes.equals(readFileSync(join(buildDir, VERSIONED)))).toBe(true);
    expect(latest.bytes.equals(versioned.bytes)).toBe(true);
    for (const { response, bytes } of [versioned, latest]) {
      const digest = createHash('sha512').update(bytes).digest('base64');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-length': String(bytes.length),
        etag: `"sha512-${digest}"`,
        'repr-digest': `sha-512=:${digest}:`,
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('is cached for good under its version, and asked for each time as the latest', async () => {
    const cached = async (path: string) => (await read(path)).response.headers.get('cache-control');
    expect(await cached(VERSIONED)).toBe('public, max-age=31536000, immutable');
    expect(await cached(LATEST)).toBe('public, no-cache');
  });

  test('is not sent again to a cache that has it', async () => {
    const etag = (await read(LATEST)).response.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { response, bytes } = await read(LATEST, { headers: { 'If-None-Match': known } });
      expect([response.status, bytes.length, response.headers.get('etag')], known).toEqual([304, 0, etag]);
    }
    for (const other of ['"other"', '"a,*,b"'])
      expect((await read(LATEST, { headers: { 'If-None-Match': other } })).response.status, other).toBe(200);
  });

  test('is served in its earlier versions too, which lock files name', async () => {
    const { response, bytes } = await read('/sdk/fundraising-partner-0.9.0.tgz');
    expect([response.status, String(bytes)]).toEqual([200, 'An earlier version']);
  });

  test('is not there in another version, and the answer says where it is', async () => {
    const { response, bytes } = await read('/sdk/fundraising-partner-9.9.9.tgz');
    expect(response.status).toBe(404);
    expect(JSON.parse(String(bytes))).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining(LATEST),
    });
  });

  test.each(['/sdk/..%2Fsdk%2Flatest.tgz', '/sdk/%2Fetc%2Fpasswd', '/sdk/latest.tgz%00', '/sdk/latest', '/sdk/'])(
    'is not there as %s',
    async (path) => {
      expect((await read(path)).response.status).toBe(404);
    },
  );

  test('takes GET and HEAD alone', async () => {
    expect((await read(LATEST, { method: 'POST' })).response.status).toBe(405);
  });
});

/** A partner's program. It also has what must not compile. */
const PROGRAM = `
import { type CheckoutLink, createClient, LinkNotCompletedError, PartnerApiError } from 'fundraising-partner';

const { API_KEY = '', BASE_URL = '', CAUSE = '' } = process.env;
const partner = createClient({ apiKey: API_KEY, baseUrl: BASE_URL });

const draft = await partner.causes.create({
  title: 'A roof for the school',
  country: 'US',
  owner: { email: 'owner@example.org', name: 'Ana Owner' },
  terms_accepted_at: '2026-11-20T09:00:00Z',
  terms_version: '2026-01',
  terms_accepted_ip: '203.0.113.7',
  goal: { amount: 500_000, currency: 'USD' },
});
const { state } = await partner.causes.retrieve(draft.key);

function paid(link: CheckoutLink): number {
  // @ts-expect-error Only a completed link has an amount paid.
  void link.amount_paid;
  return link.status === 'completed' ? link.amount_paid : 0;
}

async function refused(): Promise<string> {
  try {
    // @ts-expect-error The amount is missing.
    await partner.checkoutLinks.create({ cause: CAUSE, currency: 'USD' });
    return '';
  } catch (error) {
    if (!(error instanceof PartnerApiError)) throw error;
    // @ts-expect-error No error has this code.
    if (error.code === 'no_such_code') return '';
    const { problem } = error;
    return problem.code === 'validation_failed' ? problem.errors.map(({ field }) => field).join() : problem.code;
  }
}

const { id } = await partner.checkoutLinks.create({ cause: CAUSE, amount: 50, currency: 'USD' });
console.log(JSON.stringify(id));
const link = await partner.checkoutLinks.waitUntilCompleted(id, { timeoutMs: 60_000 }).catch((error: unknown) => {
  if (error instanceof LinkNotCompletedError) throw new Error(error.link.status);
  throw error;
});
const amount: number = link.amount_paid;
const again = paid(await partner.checkoutLinks.retrieve(id));
console.log(JSON.stringify({ state, amount, again, refused: await refused() }));
`;

describe('in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-partner-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/fundraising-partner');
  /** No registry is there: nothing but the service can be asked. */
  const flags = [
    '--registry=http://127.0.0.1:9',
    '--fetch-retries=0',
    `--cache=${join(folder, 'cache')}`,
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ];
  const npm = (...args: string[]) => run('npm', [...args, ...flags], { cwd: folder });

  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }));
    writeFileSync(join(folder, 'shop.ts'), PROGRAM);
    writeFileSync(join(folder, 'shop.js'), stripTypeScriptTypes(PROGRAM));
    await npm('install', service.url + VERSIONED);
  });

  test('npm installs the package, alone, and again by the lock file', async () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/fundraising-partner']);
    expect(packages['node_modules/fundraising-partner']).toMatchObject({
      version: manifest.version,
      resolved: service.url + VERSIONED,
      integrity: expect.stringMatching(/^sha512-/),
    });
    rmSync(installed, { recursive: true });
    await npm('ci');
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain('# fundraising-partner');
  });

  // The older compiler reads its own declarations of Node slowly: that they are right is shown by the first.
  test.each([
    ['node_modules', []],
    ['sdk/node_modules', ['--skipLibCheck']],
  ])(
    'a program compiles under strict rules, with the TypeScript of %s',
    { timeout: 240_000 },
    async (modules, quick) => {
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', ...quick];
      const node = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023', '--types', 'node'];
      const roots = ['--typeRoots', resolve('node_modules/@types')];
      const compiler = resolve(modules, 'typescript/bin/tsc');
      const args = [compiler, '--noEmit', ...strict, ...node, ...roots, 'shop.ts'];
      const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
      expect(stdout).toBe('');
    },
  );

  const RUNTIMES = resolve('testing/runtimes');
  const other = (name: string) => join(RUNTIMES, 'node_modules/.bin', name);
  const runtimes: [name: string, command: string, args: string[]][] = [
    ['Node', process.execPath, ['shop.ts']],
    // The oldest that is promised; it cannot read types.
    ['Node 20', other('node'), ['shop.js']],
    ['Bun', other('bun'), ['shop.ts']],
    ['Deno', other('deno'), ['run', '--allow-net=127.0.0.1', '--allow-env', 'shop.ts']],
  ];

  test.each(runtimes)(
    'in %s the program creates a cause, mints a link, and waits for the donation',
    { timeout: 300_000 },
    async (_name, command, args) => {
      if (!existsSync(command)) await run('npm', ['ci'], { cwd: RUNTIMES });
      const cause = await publishedCause(service, partner);
      const settings = { API_KEY: partner.key, BASE_URL: service.url, CAUSE: cause };
      const program = spawn(command, args, {
        cwd: folder,
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(program, 'exit');
      const lines: unknown[] = [];
      for await (const line of createInterface(program.stdout)) {
        const told: unknown = JSON.parse(line);
        lines.push(told);
        if (typeof told === 'string') await pay(service, await intentOf(service, told));
      }
      expect(await exited).toEqual([0, null]);
      expect(lines).toEqual([
        expect.stringMatching(/^chl_/),
        { state: 'draft', amount: 50, again: 50, refused: 'amount' },
      ]);
    },
  );
});
