import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '..');

/** Old phones are served too: nothing newer than what browsers of 2020 read. */
const TARGET = 'es2020';

/** How much JavaScript of ours the checkout may be: every file of it, compressed with gzip, in bytes. */
export const BUDGET_BYTES = 120_000;

/** A module of the browser's part of the checkout, its content's hash in its name. */
export type BrowserFile = { name: string; code: string; isEntry: boolean };

/**
 * Bundles the browser's part of the checkout: components/checkout/browser.tsx and what it imports. Next's own script alone
 * is larger than the whole checkout may be (docs/decisions/2026-11-21-the-checkouts-own-script.md).
 * @param entry the file to begin with
 * @throws Error when the files together are over the budget, or cannot be bundled
 */
export async function bundleBrowser(
  entry: string = join(ROOT, 'components/checkout/browser.tsx'),
  budgetBytes: number = BUDGET_BYTES,
): Promise<BrowserFile[]> {
  const bundle = await rolldown({
    input: { checkout: entry },
    cwd: ROOT,
    platform: 'browser',
    tsconfig: join(ROOT, 'tsconfig.json'),
    transform: { target: TARGET, define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (level, log, say) => {
      // 'use client' is for the pages that Next hydrates; here everything is the client's.
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') say(level, log);
    },
  });
  const name = '[name]-[hash].js';
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: name,
    chunkFileNames: name,
  });
  await bundle.close();
  const files = output.flatMap((file) =>
    file.type === 'chunk' ? [{ name: file.fileName, code: file.code, isEntry: file.isEntry }] : [],
  );
  const bytes = compressedBytes(files);
  if (bytes > budgetBytes)
    throw new Error(`The checkout's JavaScript is ${bytes} bytes compressed; its budget is ${budgetBytes}.`);
  return files;
}

/** The compressed size of files together, in bytes. */
export function compressedBytes(files: BrowserFile[]): number {
  return files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

/** The name of the file that a page loads. */
export function entryOf(files: BrowserFile[]): string {
  const entry = files.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('Bug: a bundle without an entry');
  return entry.name;
}

/** Writes the files into a folder. */
export function writeBrowser(files: BrowserFile[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, code } of files) writeFileSync(join(folder, name), code);
}
