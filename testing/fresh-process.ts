import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { forgetState } from './forget-state.ts';

/*
 * Integration tests share a process, which has loaded and warmed up its packages and our modules once: a process for each file
 * would spend more time on that than on its tests. All the same each file begins as in a new one, with an environment and a
 * state of its own (no module keeps state of the process but under a symbol), and the console that Next changes when a file
 * loads it. A file that replaces modules loads all of them, and so does the next one.
 */

const FIRST = Symbol.for('testing.first');
type First = { environment: NodeJS.ProcessEnv; console: Console; replacesModules: boolean };
type Holder = { [FIRST]?: First };

function first(): First {
  const holder = globalThis as Holder;
  holder[FIRST] ??= { environment: { ...process.env }, console: { ...console }, replacesModules: false };
  return holder[FIRST];
}

const begun = first();
for (const name of Object.keys(process.env)) if (!(name in begun.environment)) delete process.env[name];
Object.assign(process.env, begun.environment);
Object.assign(console, begun.console);
forgetState();
vi.useRealTimers();
const replacesModules = readFileSync(expect.getState().testPath ?? '', 'utf8').includes('vi.mock(');
if (replacesModules || begun.replacesModules) vi.resetModules();
begun.replacesModules = replacesModules;
