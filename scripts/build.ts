import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compressFiles } from './compress.ts';
import { isRunning, ownSignature, withLock } from './lock.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const BUILDS = '.next/builds';

/** Folders whose every file may end up in the build, tests aside. */
const FOLDERS = ['app', 'components', 'lib', 'public'];

/** What is made here rather than by Next changes the build too. */
const MAKERS = ['scripts/build.ts', 'scripts/compress.ts'];

/** Files of the root that change what is built. */
const FILES =
  /^(next\.config|postcss\.config|package|package-lock|tsconfig(\.build)?|instrumentation.*|proxy)\.(mjs|json|ts|js)$/;

/** The only variables `next build` sees: nothing of one instance's settings can be baked into a build others share. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'NODE_OPTIONS', 'CI', 'NO_COLOR', 'FORCE_COLOR'];

/**
 * A hash over the content of everything a build is made from.
 * @param root the checkout
 * @returns 16 hexadecimal characters
 */
export function sourceHash(root: string = ROOT): string {
  const files = readdirSync(root).filter((name) => FILES.test(name));
  for (const folder of FOLDERS) files.push(...filesUnder(root, folder));
  files.push(...MAKERS.filter((file) => existsSync(join(root, file))));
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
 * A production build of the sources as they are now, made only when none exists. Each set of sources has a
 * folder of its own, so an instance that is up keeps the build it started with; this process holds a claim
 * on the returned one as long as it lives. Builds nobody claims are removed.
 * @param signal aborting it ends a running build
 * @returns the folder for `NEXT_DIST_DIR`, relative to the checkout
 * @throws Error with what `next build` printed
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
  adoptTypesOf(distDir);
  mkdirSync(join(folder, 'users'), { recursive: true });
  writeFileSync(join(folder, 'users', String(process.pid)), ownSignature());
  prune(folder);
  return distDir;
}

/** Next's declarations name the folder built last, which may not be the one in use and may go away. */
function adoptTypesOf(distDir: string): void {
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
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const args = [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'];
  const options = { cwd: ROOT, env: { ...env, NODE_ENV: 'production' as const }, signal };
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`The build failed:\n${said}`))));
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
