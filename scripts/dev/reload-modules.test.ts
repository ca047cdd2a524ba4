// @module-tag full

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const RELOAD_MODULES = resolve(import.meta.dirname, 'reload-modules.ts');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reload-'));
  mkdirSync(join(root, 'node_modules/package'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', imports: { '#*': './*' } }));
  write('node_modules/package/package.json', JSON.stringify({ name: 'package', main: 'main.mjs' }));
  write('node_modules/package/main.mjs', 'export const loaded = {};');
  write('text.ts', `export const text: string = 'before';`);
  write('entry.ts', `export { text } from '#text.ts'; export { loaded } from 'package';`);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

/** Runs a module in a process of its own: the test runner loads modules in its own way. */
async function run(source: string): Promise<unknown> {
  const script = `
    import { writeFileSync } from 'node:fs';
    import { moduleReloader } from ${JSON.stringify(RELOAD_MODULES)};
    const begin = moduleReloader(${JSON.stringify(root)});
    const write = (file, text) => writeFileSync(${JSON.stringify(root)} + '/' + file, text);
    ${source}`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { NODE_ENV: 'test' } });
  return JSON.parse(stdout);
}

test('a generation reads every file of the checkout again, and no package', async () => {
  const result = await run(`
    const first = await begin()('entry.ts');
    write('text.ts', "export const text = 'after';");
    const second = await begin()('entry.ts');
    console.log(JSON.stringify([first.text, second.text, first.loaded === second.loaded]));`);
  expect(result).toEqual(['before', 'after', true]);
});

test('a generation loads a file once, for all its importers', async () => {
  const result = await run(`
    const read = begin();
    console.log(JSON.stringify((await read('text.ts')) === (await read('text.ts'))));`);
  expect(result).toBe(true);
});

test('a file that is broken fails its generation alone', async () => {
  const result = await run(`
    write('text.ts', 'export const = ;');
    const failure = await begin()('entry.ts').catch((error) => error.name);
    write('text.ts', "export const text = 'mended';");
    console.log(JSON.stringify([failure, (await begin()('entry.ts')).text]));`);
  expect(result).toEqual(['SyntaxError', 'mended']);
});
