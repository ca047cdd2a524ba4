import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { create } from 'tar';

const ROOT = resolve(import.meta.dirname, '..');
const SDK = join(ROOT, 'sdk');

/** The packages of released versions. Lock files name them, so they are served for good, byte for byte. */
export const RELEASES = join(SDK, 'releases');

/** The time of every file in a package: npm's own choice. The same sources give the same package. */
const MODIFIED = new Date('1985-10-26T08:15:00Z');

/**
 * Puts the packages of the SDK where a web server finds them: the released versions, the version of the sources unless it is
 * one of them, and the latter as `latest.tgz` too.
 * @param folder made if it is missing; its files are replaced in one step, because a server may be reading them
 * @throws Error with the compiler's output
 */
export async function publishSdk(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '.packing-'));
  try {
    const current = await packSdk(work);
    for (const file of readdirSync(RELEASES).filter((name) => name.endsWith('.tgz')))
      cpSync(join(RELEASES, file), join(work, file));
    cpSync(current, join(work, 'latest.tgz'));
    for (const file of readdirSync(work)) renameSync(join(work, file), join(folder, file));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * Compiles the SDK and packs it, as `npm pack` does but whatever npm this machine has.
 * @param folder an existing folder, which receives `fundraising-partner-<version>.tgz`
 * @returns the path of the package
 * @throws Error with the compiler's output
 */
export async function packSdk(folder: string): Promise<string> {
  const work = mkdtempSync(join(folder, '.package-'));
  try {
    const content = join(work, 'package');
    await compile(join(content, 'dist'));
    // What builds the package is of no use to those who install it.
    const { devDependencies: _, ...manifest } = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8'));
    writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const page of ['README.md', 'TESTING.md']) cpSync(join(SDK, page), join(content, page));
    const file = join(folder, `${manifest.name}-${manifest.version}.tgz`);
    const options = { cwd: work, gzip: { level: 9 }, portable: true, mtime: MODIFIED };
    await create({ ...options, file }, filesUnder(work));
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The files of a folder, relative to it and sorted. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function compile(folder: string): Promise<void> {
  // Found as a package: a copy of the sources uses those of the checkout around it.
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const args = [tsc, '--project', 'sdk/tsconfig.json', '--outDir', folder];
  const failure = (error: Error & { stdout?: string }) => {
    throw new Error(`The SDK does not compile:\n${error.stdout || error.message}`);
  };
  await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(failure);
}
