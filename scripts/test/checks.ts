import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EXCEPT, WITHOUT_FULL } from '#testing/tags.ts';
import { findOrInstallBrowser } from '../browser.ts';
import { ensureBuild } from '../build.ts';
import { installExampleShop } from './example-shop.ts';
import { afterRepeat, failedFiles, playwrightReport, type Report, vitestReport, wholeReport } from './report.ts';
import { interruption, tool } from './tool.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const JOURNEYS = 'e2e/playwright.config.ts';

/** Files are checked again that have changed since, or whose imports have. Errors of the others are repeated. */
const SINCE_LAST_TIME = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];

/** Of TypeScript's four, each would work out the same types again, which two cores do one after the other. */
const TWO_CHECKERS = ['--checkers', '2'];

/** With more failed files than this, something larger is wrong: nothing is repeated. */
const MOST_REPEATED_FILES = 3;

/** Part of a check. Without `paths` all of it. */
export type Part = {
  paths?: readonly string[];
  /** The gate leaves out tests tagged `full`, and journeys not tagged `@gate`. */
  gate?: boolean;
  /** Files that it leaves out, by their paths. */
  except?: readonly string[];
  /** Without bank transfers and wallets once more as orders. */
  withoutOrders?: boolean;
  /** Different random tests in each run; else the same ones. */
  randomSeeds?: boolean;
  /** `2/4`: the second of four parts of about the same size. */
  shard?: string | undefined;
  /** Each journey three times, and none of them may fail once. */
  thrice?: boolean;
};

/** Every check, in the order they run: the quickest first. */
export const CHECKS = {
  types: async () => {
    const routes = await tool('next/dist/bin/next', ['typegen']);
    const args = ['--noEmit', ...TWO_CHECKERS, ...SINCE_LAST_TIME];
    return wholeReport('types', routes || (await tool('typescript/bin/tsc', args)));
  },
  lint: async () => wholeReport('lint', await tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])),
  tests: async (part) => {
    const first = await vitest(part);
    const files = failedFiles(first);
    if (files.length === 0 || files.length > MOST_REPEATED_FILES) return first;
    // Once more, alone and on a new database. What passes now is shown as flaky.
    console.log(`\ntests, once more: ${files.join(' ')}`);
    const again = await vitest({ ...part, shard: undefined, paths: files }, ['--maxWorkers=1']);
    return afterRepeat(first, again);
  },
  build: async () => {
    await build();
    return wholeReport('build', 0);
  },
  journeys: async (part) => {
    const args = ['--config', JOURNEYS];
    if (part.gate) args.push('--grep', '@gate');
    if (part.shard) args.push('--shard', part.shard);
    if (part.thrice) args.push('--repeat-each=3', '--retries=0');
    return playwright([...args, ...(part.paths ?? [])], { NEXT_DIST_DIR: await build() });
  },
  /** The example of a partner's project, with the packed SDK and its test kit, which starts this checkout. */
  partner: async () => {
    await build();
    const folder = await installExampleShop();
    try {
      // With one worker, for which the kit starts one service: a start costs more than half of the example's tests.
      const args = ['--config', join(folder, 'playwright.config.ts'), '--workers=1'];
      return await playwright(args, { CHECKOUT: ROOT });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Record<string, (part: Part) => Promise<Report>>;

export type Check = keyof typeof CHECKS;

let built: Promise<string> | undefined;

/** Built once a run, also when that fails. */
function build(): Promise<string> {
  built ??= ensureBuild(interruption);
  return built;
}

async function vitest(
  { paths = [], except = [], gate, withoutOrders, randomSeeds, shard }: Part,
  flags: string[] = [],
): Promise<Report> {
  const args = ['run', ...flags];
  if (gate) args.push(WITHOUT_FULL);
  if (withoutOrders) args.push('--project=!orders');
  if (shard) args.push(`--shard=${shard}`);
  const env = { ...(randomSeeds ? { RANDOM_SEEDS: '1' } : {}), [EXCEPT]: except.join('\n') };
  return withReportFile(async (file) => {
    args.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...paths);
    const code = await tool('vitest/vitest.mjs', args, env);
    return vitestReport(textOf(file), code, gate ? 'full' : undefined);
  });
}

async function playwright(args: string[], env: Record<string, string>): Promise<Report> {
  const CHROMIUM_PATH = await findOrInstallBrowser();
  return withReportFile(async (file) => {
    const code = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
      ...env,
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return playwrightReport(textOf(file), code);
  });
}

async function withReportFile(use: (file: string) => Promise<Report>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
