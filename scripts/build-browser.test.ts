import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUDGET_BYTES, bundleBrowser, compressedBytes, entryOf } from './build-browser.ts';

/** Inside the checkout, so that a bundled file finds the packages. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.cache-browser-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function source(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('the checkout’s own JavaScript stays within its budget of 120 kB compressed', async () => {
  const files = await bundleBrowser();
  expect(compressedBytes(files)).toBeLessThanOrEqual(120_000);
  expect(BUDGET_BYTES).toBeLessThanOrEqual(120_000);
});

test('a script over its budget fails the build and says by how much', async () => {
  const entry = source('large.ts', `document.title = '${'0123456789abcdef'.repeat(20)}';`);
  const [file] = await bundleBrowser(entry);
  const bytes = compressedBytes(file ? [file] : []);
  await expect(bundleBrowser(entry, bytes)).resolves.toHaveLength(1);
  await expect(bundleBrowser(entry, bytes - 1)).rejects.toThrow(
    `is ${bytes} bytes compressed; its budget is ${bytes - 1}`,
  );
});

test('what is loaded only when it is needed counts towards the budget too', async () => {
  source('later.ts', `export const text = '${'fedcba9876543210'.repeat(20)}';`);
  const entry = source('early.ts', "import('./later.ts').then(({ text }) => { document.title = text; });");
  const files = await bundleBrowser(entry);
  expect(files).toHaveLength(2);
  await expect(bundleBrowser(entry, compressedBytes(files) - 1)).rejects.toThrow('budget');
});

test('another content is another address, or a browser would keep the old one for a year', async () => {
  const one = entryOf(await bundleBrowser(source('one.ts', "document.title = 'one';")));
  const other = entryOf(await bundleBrowser(source('one.ts', "document.title = 'other';")));
  expect(one).not.toBe(other);
});

test('what an old phone cannot read is written in older words', async () => {
  const entry = source(
    'modern.ts',
    'let a: { b?: string } | null = null; a ??= {}; document.title = a.b ?? "x";',
  );
  const [file] = await bundleBrowser(entry);
  expect(file?.code).not.toContain('??=');
});
