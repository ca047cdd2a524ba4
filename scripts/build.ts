import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { compressFiles } from './compress.ts';
import { isRunning, ownSignature, withLock } from './lock.mjs';
import { publishSdk } from './pack-sdk.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUILDS = '.next/builds';

/** Folders whose files may end up in the build, except tests. */
const FOLDERS = ['app', 'components', 'lib', 'public'];

/** Our own build steps change the build too: these, and what bundling drops (`next.config.mjs`). */
const BUILD_STEPS = /^(build|compress)\.ts$|^trim-.*\.cjs$/;

/** Files of the root that change what is built. */
const FILES =
  /^(next\.config|postcss\.config|package|package-lock|tsconfig(\.build)?|instrumentation.*|proxy)\.(mjs|json|ts|js)$/;

/** The only variables that `next build` gets: a shared build must contain no setting of one instance. */
const BUILD_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'NODE_OPTIONS', 'CI', 'NO_COLOR', 'FORCE_COLOR'];

/**
 * A hash over the content of everything a build is made from.
 * @param root the checkout
 * @returns 16 hexadecimal characters
 */
export function sourceHash(root: string = ROOT): string {
  const files = readdirSync(root).filter((name) => FILES.test(name));
  for (const folder of FOLDERS) files.push(...filesUnder(root, folder));
  files.push(...filesUnder(root, 'scripts').filter((path) => BUILD_STEPS.test(relative('scripts', path))));
  files.push(...filesUnder(root, 'prisma').filter((name) => name.endsWith('.prisma')));
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}-${process.version}`);
  for (const file of files.sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => join(folder, name));
  return paths.filter((path) => statSync(join(root, path)).isFile());
}

/**
 * Builds the current sources for production unless such a build exists. Each state of the sources has its own folder, so a
 * running instance keeps the build it started with. This process claims the build until it exits; unclaimed builds are removed.
 * @param signal aborts a running build
 * @returns the folder for `NEXT_DIST_DIR`, relative to the checkout
 * @throws Error with the output of `next build`
 */
export async function ensureBuild(signal?: AbortSignal): Promise<string> {
  const waiting = () => console.error('Another command is building; waiting for it…');
  return withLock(join(ROOT, '.next/build.lock'), () => buildIfMissing(signal), waiting);
}

async function buildIfMissing(signal: AbortSignal | undefined): Promise<string> {
  const distDir = join(BUILDS, sourceHash());
  const folder = join(ROOT, distDir);
  if (!existsSync(join(folder, 'COMPLETE'))) {
    rmSync(folder, { recursive: true, force: true });
    console.error('Building (only when the sources changed)…');
    await nextBuild(distDir, signal);
    await compressFiles(join(folder, 'static'));
    writeFileSync(join(folder, 'COMPLETE'), '');
  }
  // Takes a second and is not part of the hash, so that a change of the SDK does not build the pages again.
  await publishSdk(join(folder, 'sdk'));
  pointTypesTo(distDir);
  mkdirSync(join(folder, 'users'), { recursive: true });
  writeFileSync(join(folder, 'users', String(process.pid)), ownSignature());
  prune(folder);
  return distDir;
}

/** Points Next's type declarations to this build: they name the last one, which may be removed. */
function pointTypesTo(distDir: string): void {
  const file = join(ROOT, 'next-env.d.ts');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const right = text.replaceAll(/\.next\/builds\/\w+/g, distDir);
  if (right !== text) writeFileSync(file, right);
}

function prune(current: string): void {
  for (const name of readdirSync(join(ROOT, BUILDS))) {
    const folder = join(ROOT, BUILDS, name);
    if (folder !== current && !isClaimed(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function isClaimed(folder: string): boolean {
  const users = join(folder, 'users');
  if (!existsSync(users)) return false;
  return readdirSync(users).some((name) => isRunning(readFileSync(join(users, name), 'utf8')));
}

function nextBuild(distDir: string, signal: AbortSignal | undefined): Promise<void> {
  const env: Record<string, string> = { NEXT_TELEMETRY_DISABLED: '1', NEXT_DIST_DIR: distDir };
  for (const name of BUILD_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const args = [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'];
  const options = { cwd: ROOT, env: { ...env, NODE_ENV: 'production' as const }, signal };
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`The build failed:\n${output}`))));
  });
}

if (import.meta.main) {
  await ensureBuild().then(
    (distDir) => console.error(`Up to date: ${distDir}`),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
