// @module-tag full

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packSdk, publishSdk, RELEASES } from './pack-sdk.ts';

/** What the SDK may add to a partner’s service, in bytes. */
const BUDGET = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'pack-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));

let packed: string;
/** The files of the package by path. */
let files: Map<string, string>;
beforeAll(async () => {
  packed = await packSdk(folder);
  files = await filesOf(packed);
});

async function filesOf(file: string): Promise<Map<string, string>> {
  const cwd = mkdtempSync(join(folder, 'content-'));
  await extract({ file, cwd });
  const paths = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(cwd.length + 1), readFileSync(path, 'utf8')]));
}

/** The JavaScript that an import of the package loads. */
function loadedBy(path: string, loaded = new Map<string, string>()): Map<string, string> {
  const code = files.get(path) ?? '';
  if (loaded.has(path)) return loaded;
  loaded.set(path, code);
  for (const [, from = ''] of code.matchAll(/from ['"]([^'"]+)['"]/g)) loadedBy(join(dirname(path), from), loaded);
  return loaded;
}

test('the same sources make the same bytes', async () => {
  const again = mkdtempSync(join(folder, 'again-'));
  expect(readFileSync(await packSdk(again)).equals(readFileSync(packed))).toBe(true);
});

test('contains the compiled sources and their types, what npm needs, and no test', () => {
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['client.js', 'client.d.ts', 'contract.d.ts'].map((file) => `package/dist/${file}`)),
  );
  const others = [...files.keys()].filter((file) => !/^package\/dist\/.*(?<!\.test)\.(js|d\.ts)$/.test(file));
  expect(others.sort()).toEqual(['package/README.md', 'package/TESTING.md', 'package/package.json']);
});

test('every file that its entry names is there', () => {
  const { exports, main, types } = JSON.parse(files.get('package/package.json') ?? '');
  const named = [main, types, ...Object.values(exports['.'])];
  for (const path of named) expect([...files.keys()]).toContain(join('package', path));
});

test('needs no other package', () => {
  const manifest = JSON.parse(files.get('package/package.json') ?? '');
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('devDependencies');
  expect(manifest).not.toHaveProperty('scripts');
  for (const name of Object.keys(manifest.peerDependencies ?? {}))
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
  const loaded = [...loadedBy('package/dist/client.js')];
  expect(loaded.map(([path]) => basename(path)).sort()).toEqual(['client.js', 'errors.js', 'send.js', 'wait.js']);
});

test(`its code is at most ${BUDGET} bytes, compressed`, () => {
  const code = [...loadedBy('package/dist/client.js').values()].join('');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(BUDGET);
});

test('its types contain no any', () => {
  for (const [path, text] of files) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    if (path.endsWith('.d.ts')) expect(code.match(/.*\bany\b.*/g) ?? [], path).toEqual([]);
  }
});

test('is published under its version and as the latest, beside all that were released', async () => {
  const published = join(folder, 'published');
  await publishSdk(published);
  const bytes = readFileSync(packed);
  for (const name of [basename(packed), 'latest.tgz'])
    expect(readFileSync(join(published, name)).equals(bytes), name).toBe(true);
  const released = readdirSync(RELEASES).filter((name) => name.endsWith('.tgz'));
  expect(released).toContain('fundraising-partner-1.0.0.tgz');
  for (const name of released)
    expect(readFileSync(join(published, name)).equals(readFileSync(join(RELEASES, name))), name).toBe(true);
  expect(readdirSync(published).sort()).toEqual([...new Set([...released, basename(packed)]), 'latest.tgz'].sort());
});

test('a version that was released never changes: what differs needs another version (sdk/package.json)', async () => {
  const released = join(RELEASES, basename(packed));
  if (existsSync(released)) expect(files).toEqual(await filesOf(released));
});
