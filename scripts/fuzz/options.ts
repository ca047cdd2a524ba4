import { parseArgs } from 'node:util';

/** How much a run sends. */
export type FuzzOptions = { requests: number; seed: number; costs: boolean };

export const USAGE = `npm run fuzz -- [options]
  --requests N  hostile requests to send (100000)
  --costs       send costly requests of one IPv6 /48 instead, beside a partner who polls and a donor who pays
  --seed N      which ones: the same seed sends the same requests again (random, and printed)`;

/**
 * Reads the command line.
 * @throws Error in one sentence naming what is wrong
 */
export function readFuzzOptions(args: string[], anySeed: number): FuzzOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { requests: text, seed: text, costs: { type: 'boolean' } } });
  return {
    requests: wholeNumber('requests', values.requests, 100_000),
    seed: wholeNumber('seed', values.seed, anySeed),
    costs: values.costs ?? false,
  };
}

function wholeNumber(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback;
  if (!/^\d{1,9}$/.test(given) || Number(given) < 1)
    throw new Error(`--${name} must be a whole number from 1, not "${given}".`);
  return Number(given);
}
