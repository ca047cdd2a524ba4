import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const trim: (source: string) => string = createRequire(import.meta.url)('./trim-next-polyfills.cjs');

test('the oldest browsers of ours get what they lack, and nothing that they have', () => {
  const source = readFileSync('node_modules/next/dist/build/polyfills/polyfill-module.js', 'utf8');
  const browser = createContext({ URL: class extends URL {} });
  runInContext(
    'delete Array.prototype.at; delete Object.hasOwn; URL.canParse = undefined; delete URL.canParse',
    browser,
  );
  runInContext('delete String.prototype.trimStart; Object.setPrototypeOf(URL, null)', browser);
  runInContext(trim(source), browser);
  const has = (what: string) => runInContext(`typeof ${what}`, browser) === 'function';
  expect(['Array.prototype.at', 'Object.hasOwn', 'URL.canParse'].filter((what) => !has(what))).toEqual([]);
  expect(has('String.prototype.trimStart')).toBe(false);
  expect(runInContext('[1, 2, 3].at(-1)', browser)).toBe(3);
});
