import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const trim: (source: string) => string = require('./trim-next-constants.cjs');

/** Files of Next that a page in production runs in the browser: the app router's, not the pages router's or those of development. */
const IN_BROWSER = ['client/components/**/*.js', 'shared/lib/segment-cache/**/*.js', 'client/app-*.js'];

test('a constant that Next uses in the browser has its value there', () => {
  const dist = 'node_modules/next/dist';
  const kept: Record<string, unknown> = {};
  new Function('exports', trim(readFileSync(`${dist}/lib/constants.js`, 'utf8')))(kept);
  const used = new Set<string>();
  for (const file of globSync(IN_BROWSER, { cwd: dist })) {
    const source = readFileSync(`${dist}/${file}`, 'utf8');
    const [, alias] = /const (\w+) = require\("[./]+\/lib\/constants"\)/.exec(source) ?? [];
    if (alias) for (const [, name = ''] of source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) used.add(name);
  }
  expect(used.size).toBeGreaterThan(0);
  const all: Record<string, unknown> = require('next/dist/lib/constants');
  for (const name of used) expect([name, kept[name]]).toEqual([name, all[name]]);
});
