import { vi } from 'vitest';
import { forgetState } from './forget-state.ts';

/*
 * Integration tests share a process, which has loaded and warmed up its packages once: a process for each file would spend
 * more time on that than on its tests. All the same each file begins as in a new one, with modules, an environment and a
 * state of its own, and the console that Next changes when a file loads it.
 */

const FIRST = Symbol.for('testing.first');
type First = { environment: NodeJS.ProcessEnv; console: Console };
type Holder = { [FIRST]?: First };

function first(): First {
  const holder = globalThis as Holder;
  holder[FIRST] ??= { environment: { ...process.env }, console: { ...console } };
  return holder[FIRST];
}

const begun = first();
for (const name of Object.keys(process.env)) if (!(name in begun.environment)) delete process.env[name];
Object.assign(process.env, begun.environment);
Object.assign(console, begun.console);
forgetState();
vi.useRealTimers();
vi.resetModules();
