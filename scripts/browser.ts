import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { programPaths } from './program-paths.ts';

const run = promisify(execFile);

/** Names under which systems ship Chromium or Chrome, in the order we prefer them: without windows it does half the work. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Milliseconds: a working browser prints its version at once; a broken wrapper may hang. */
const VERSION_LIMIT_MS = 20_000;

/** Milliseconds: about 200 MB with libraries over a slow line. */
const INSTALL_LIMIT_MS = 15 * 60_000;

/** The parts of the machine that the search for a browser depends on; replaced in tests. */
export type Machine = {
  env: Record<string, string | undefined>;
  /** Where Playwright would have put its own. */
  ownPath: string;
  isRoot: boolean;
  isDebian: boolean;
  /** Whether the program exists and runs. */
  works: (path: string) => Promise<boolean>;
  /** Runs a command to its end; rejects when it fails. */
  execute: (command: string, args: string[]) => Promise<unknown>;
};

/**
 * Arguments every Chromium of the tests starts with: no traffic of its own, and without the sandbox as
 * root, where it cannot work.
 */
export function browserArguments(isRoot: boolean = process.getuid?.() === 0): string[] {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
  return isRoot ? ['--no-sandbox', ...quiet] : quiet;
}

/**
 * A Chromium that runs: `$CHROMIUM_PATH`, the system's, Playwright's own, else one installed now.
 * @returns the path of its executable
 * @throws Error with one clear sentence when there is none and none can be installed
 */
export async function findOrInstallBrowser(machine: Machine = thisMachine()): Promise<string> {
  const configured = machine.env.CHROMIUM_PATH;
  if (configured) {
    if (await machine.works(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which is not a browser that runs here.`);
  }
  const found = await findBrowser(machine);
  if (found) return found;
  console.error('No Chromium here; installing one (once)…');
  const reasons: string[] = [];
  for (const install of installers(machine)) {
    try {
      for (const [command, ...args] of install) await machine.execute(command, args);
    } catch (error) {
      reasons.push(lastLine(error));
    }
    const installed = await findBrowser(machine);
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. Install one ' +
      `(on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH. ${reasons.join(' / ')}`,
  );
}

async function findBrowser({ env, ownPath, works }: Machine): Promise<string | undefined> {
  const system = SYSTEM_NAMES.flatMap((name) => programPaths(name, env));
  for (const path of [...system, MAC_CHROME, ownPath]) {
    if (await works(path)) return path;
  }
  return undefined;
}

/** Commands to try in turn: on Debian the system's package first, which needs no other host than its mirror. */
function installers({ isRoot, isDebian }: Machine): [string, ...string[]][][] {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  // With dependencies only as root: for others it would stop and ask for a password.
  const withDeps = isRoot ? ['--with-deps'] : [];
  const own: [string, ...string[]][] = [[process.execPath, cli, 'install', ...withDeps, 'chromium']];
  if (!isRoot || !isDebian) return [own];
  const apt: [string, ...string[]][] = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ];
  return [apt, own];
}

function thisMachine(): Machine {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return {
    env,
    ownPath: chromium.executablePath(),
    isRoot: process.getuid?.() === 0,
    isDebian: /^ID=debian$/m.test(release),
    works,
    execute: (command, args) => run(command, args, { env, timeout: INSTALL_LIMIT_MS, maxBuffer: 2 ** 26 }),
  };
}

async function works(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  return run(path, ['--version'], { timeout: VERSION_LIMIT_MS }).then(
    () => true,
    () => false,
  );
}

function lastLine(error: unknown): string {
  const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string };
  const lines = (stderr?.trim() || stdout?.trim() || message).split('\n');
  return lines.findLast((line) => /error|fail/i.test(line)) ?? lines.at(-1) ?? '';
}
