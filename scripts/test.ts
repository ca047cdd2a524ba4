import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { unitTests } from '#testing/unit-tests.ts';
import { findOrInstallBrowser } from './browser.ts';
import { ensureBuild } from './build.ts';
import { onStopSignal } from './signals.ts';
import { affectedBy, changedFiles } from './test/changed.ts';
import { type Counts, countPlaywright, countVitest } from './test/counts.ts';
import { installExampleShop } from './test/example-shop.ts';

const ROOT = resolve(import.meta.dirname, '..');
const JOURNEYS = 'e2e/playwright.config.ts';

/** Settings of a running instance: a test must find neither that instance nor its keys. */
const SETTINGS =
  /^(PORT|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|DATA_ENCRYPTION_KEY|PUBLIC_BASE_URL|TRUSTED_PROXIES|CHECKOUT_LINK_TTL_SECONDS|REDIS_URL|SMTP_URL|MAIL_FROM|LOG_LEVEL|SANDBOX_BASE_URL|ALLOW_PLAINTEXT_BACKENDS|NODE_ENV|(STRIPE|MERCADO_PAGO|RATE_LIMIT|WITHDRAWAL|EMULATOR|NEXT)S?(_.*)?)$/;

/** How long an interrupted suite may take to stop its servers, in milliseconds. */
const STOP_LIMIT_MS = 15_000;

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const interrupted = new AbortController();
let current: ChildProcess | undefined;

/** Every check, in the order they run: the quickest first. */
const CHECKS = {
  types: async () => {
    const routes = await node('node_modules/next/dist/bin/next', ['typegen']);
    return asCounts(routes || (await node('node_modules/typescript/bin/tsc', ['--noEmit'])));
  },
  lint: async () =>
    asCounts(await node('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])),
  tests: async (filters: string[]) => {
    const file = join(reports, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const code = await node('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...filters]);
    return countVitest(textOf(file), code);
  },
  build: async () => {
    await build();
    return { passed: 1, failed: 0 };
  },
  journeys: async (filters: string[]) => {
    const env = {
      NEXT_DIST_DIR: await build(),
      CHROMIUM_PATH: await findOrInstallBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    };
    const args = ['test', '--config', JOURNEYS, '--reporter=list,json', ...filters];
    const code = await node('node_modules/@playwright/test/cli.js', args, env);
    return countPlaywright(textOf(env.PLAYWRIGHT_JSON_OUTPUT_FILE), code);
  },
  /** The example of a partner's project, with the packed SDK and its test kit, which starts this checkout. */
  partner: async () => {
    await build();
    const folder = await installExampleShop();
    const env = {
      CHECKOUT: ROOT,
      CHROMIUM_PATH: await findOrInstallBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'partner.json'),
    };
    const args = ['test', '--config', join(folder, 'playwright.config.ts'), '--reporter=list,json'];
    try {
      const code = await node('node_modules/@playwright/test/cli.js', args, env);
      return countPlaywright(textOf(env.PLAYWRIGHT_JSON_OUTPUT_FILE), code);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
type Check = keyof typeof CHECKS;

let built: Promise<string> | undefined;

/** Built once a run, also when that fails. */
function build(): Promise<string> {
  built ??= ensureBuild(interrupted.signal);
  return built;
}

function asCounts(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Runs a tool of node_modules to its end, in a process group of its own so that all of it can be ended.
 * @returns its exit code
 */
function node(tool: string, args: string[], extra: Record<string, string> = {}): Promise<number> {
  const settings = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const own = {
    NODE_ENV: 'test' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    // Tests start hundreds of processes of the same sources: each compiles them half as long.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
  };
  const env = { ...Object.fromEntries(settings), ...own, ...extra };
  return new Promise((done, fail) => {
    interrupted.signal.throwIfAborted();
    current = spawn(process.execPath, [join(ROOT, tool), ...args], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    current.once('error', fail);
    current.once('close', (code) => done(code ?? 1));
  });
}

/** Runs the checks one after the other; one that fails does not keep the others from saying what they know. */
async function run(checks: [Check, string[]][]): Promise<Counts> {
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const [name, filters] of checks) {
    console.log(`\n${styleText('bold', name)}`);
    const counts = await CHECKS[name](filters).catch((error: Error) => {
      console.error(error.message);
      return { passed: 0, failed: 1 };
    });
    if (interrupted.signal.aborted) throw interrupted.signal.reason;
    total.passed += counts.passed;
    total.failed += counts.failed;
    summary.push(`${name.padEnd(10)}${counts.passed} passed, ${counts.failed} failed`);
  }
  console.log(`\n${summary.map((line) => `  ${line}`).join('\n')}\n`);
  return total;
}

/**
 * Without arguments everything. `--changed`: what differs from `main` can affect. Else the named tests and journeys
 * (`npm test -- lib/money e2e/declined sdk/example`), with the types of the whole project.
 */
function chosen(args: string[]): [Check, string[]][] {
  if (args.length === 0) return (Object.keys(CHECKS) as Check[]).map((name) => [name, []]);
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--changed');
  if (unknown) throw new Error(`npm test takes paths or --changed, not ${unknown}.`);
  if (args.includes('--changed')) return affectedChecks();
  const journeys = args.filter((arg) => /^e2e\b/.test(arg));
  const partner = args.includes('sdk/example');
  const tests = args.filter((arg) => !journeys.includes(arg) && arg !== 'sdk/example');
  const checks: [Check, string[]][] = [['types', []]];
  if (tests.length > 0) checks.push(['tests', tests]);
  if (journeys.length > 0) checks.push(['journeys', journeys]);
  if (partner) checks.push(['partner', []]);
  return checks;
}

/** Types, lint and the unit tests take seconds: they always run. */
function affectedChecks(): [Check, string[]][] {
  const { integrationTests, journeys, example } = affectedBy(changedFiles());
  const tests = [...new Set([...unitTests(), ...integrationTests])];
  const checks: [Check, string[]][] = [
    ['types', []],
    ['lint', []],
    ['tests', tests],
  ];
  if (journeys.length > 0) checks.push(['journeys', journeys]);
  if (example) checks.push(['partner', []]);
  return checks;
}

/** Ends the running suite: gently first, then all of its group. */
function end(signal: NodeJS.Signals): void {
  if (!current?.pid || current.exitCode !== null || current.signalCode !== null) return;
  if (signal === 'SIGINT') current.kill(signal);
  else process.kill(-current.pid, signal);
}

onStopSignal(
  () => {
    interrupted.abort(new Error('Interrupted.'));
    end('SIGINT');
    setTimeout(() => end('SIGKILL'), STOP_LIMIT_MS).unref();
  },
  () => end('SIGKILL'),
);

try {
  const { passed, failed } = await run(chosen(process.argv.slice(2)));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
