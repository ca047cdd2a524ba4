import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DONATION_CASES, type DonationCase } from './donor.ts';

/** The options of a benchmark. */
export type BenchOptions = {
  /** Links in each database before the measurement; a third of them is paid. Several sizes show the cost of growth. */
  rows: [number, ...number[]];
  /** The duration of each measurement, and of the warm-up before it, in seconds. */
  seconds: number;
  warmUpSeconds: number;
  /** The number of rounds, each of the service and of the floor. */
  rounds: number;
  connections: number;
  /** Names of cases to run; empty for all. */
  only: string[];
  /** Rate limits counted in Redis instead of in the process. */
  redis: boolean;
  /** Writes the table to docs/benchmarks.md. */
  write: boolean;
  /** The duration of the soak test at 70 % of the measured rate, in minutes; 0 for none. */
  soakMinutes: number;
};

export const USAGE = `npm run bench -- [options] [case…]
  --rows N         links in the database before the measurement (10000); given again, another database that takes turns
                   with the first, to separate the cost of growth from other work of the machine
  --seconds N      how long each measurement loads (5)
  --warm-up N      seconds of the same load before each measurement (1)
  --rounds N       how often service and floor take turns (3)
  --connections N  connections that load at once (32)
  --redis          rate limits counted in Redis
  --soak N         then N minutes at 70 % of the measured rate of polls, the database restarted in the middle
  --write          writes the table to docs/benchmarks.md
npm run bench -- donation|pse|wallet …
                   measures whole donations instead, by card, bank transfer and wallet
npm run bench -- page …
                   measures the checkout page in a browser instead, as a phone sees it`;

/** The options of a measurement of whole donations. */
export type DonationOptions = {
  kinds: DonationCase[];
  /** How many of each kind are measured. */
  donations: number;
  /** How many donors donate at once. */
  donors: number;
  /** Prints the text of each statement. */
  statements: boolean;
  /** Writes the tables to docs/benchmarks.md. */
  write: boolean;
};

export const DONATION_USAGE = `npm run bench -- donation|pse|wallet… [options]
  --donations N    donations of each kind that are measured (300)
  --donors N       donors at once (16)
  --statements     prints the statements of one donation, by step
  --write          writes the tables to docs/benchmarks.md`;

/** Whether an argument selects a measurement of whole donations. */
export function isDonationCase(name: string | undefined): name is DonationCase {
  return (DONATION_CASES as readonly (string | undefined)[]).includes(name);
}

/**
 * Parses a command line that begins with a kind of donation.
 * @throws Error in one sentence naming what is wrong
 */
export function readDonationOptions(args: string[]): DonationOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { donations: text, donors: text, statements: flag, write: flag };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const other = positionals.find((name) => !isDonationCase(name));
  if (other !== undefined) throw new Error(`Whole donations are measured by themselves, without the case "${other}".`);
  return {
    kinds: positionals.filter(isDonationCase),
    donations: wholeNumber('donations', values.donations, 300, 1),
    donors: wholeNumber('donors', values.donors, 16, 1),
    statements: values.statements ?? false,
    write: values.write ?? false,
  };
}

/** The options of a measurement of the checkout page in a browser. */
export type PageOptions = {
  /** Another checkout of the project that takes turns with this one; its figures stand first, as "before". */
  beside?: string;
  /** The number of loads of each page. */
  rounds: number;
  /** DATA_DIRs of instances with the emulators that run already, which are measured instead of started. */
  at: string[];
  /** Prints the requests of the last load of the card's page. */
  waterfall: boolean;
  /** Writes the table to docs/benchmarks.md. */
  write: boolean;
};

/** The argument that selects a measurement in a browser instead of cases. */
export const PAGE = 'page';

export const PAGE_USAGE = `npm run bench -- page [options]
  --beside FOLDER  another checkout of the project, with its packages, that takes turns with this one
  --rounds N       how often each page is loaded (5)
  --at DATA_DIR    an instance that runs already, with the emulators, instead of one of its own; may be given again
  --waterfall      prints the requests of the last load of the card's page
  --write          writes the table to docs/benchmarks.md`;

/**
 * Parses the arguments after `page` on the command line.
 * @throws Error in one sentence naming what is wrong
 */
export function readPageOptions(args: string[]): PageOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      beside: text,
      rounds: text,
      at: { type: 'string', multiple: true },
      waterfall: flag,
      write: flag,
    },
  });
  if (positionals.length > 0) throw new Error(`"${PAGE}" is measured by itself, without the case "${positionals[0]}".`);
  const { beside, at = [], waterfall = false, write = false } = values;
  if (beside !== undefined && !existsSync(join(beside, 'scripts/start.ts')))
    throw new Error(`--beside must be a checkout of the project, which "${beside}" is not.`);
  if (beside !== undefined && at.length > 0)
    throw new Error('--beside starts what --at has running already: give one of them.');
  const stopped = at.find((folder) => !existsSync(join(folder, 'demo.json')));
  if (stopped !== undefined)
    throw new Error(`--at must be the DATA_DIR of an instance with the emulators, which "${stopped}" is not.`);
  if (write && at.length > 0) throw new Error('--write is for instances that this run has started, without --at.');
  return {
    ...(beside === undefined ? {} : { beside }),
    rounds: wholeNumber('rounds', values.rounds, 5, 1),
    at,
    waterfall,
    write,
  };
}

/**
 * Reads the command line.
 * @param known the names of all cases
 * @throws Error in one sentence naming what is wrong
 */
export function readBenchOptions(args: string[], known: readonly string[]): BenchOptions {
  const number = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rows: { type: 'string', multiple: true },
      seconds: number,
      rounds: number,
      connections: number,
      soak: number,
      'warm-up': number,
      redis: flag,
      write: flag,
    },
  });
  const whole = (name: 'seconds' | 'warm-up' | 'rounds' | 'connections' | 'soak', usual: number, least = 1) =>
    wholeNumber(name, values[name], usual, least);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown === PAGE || isDonationCase(unknown))
    throw new Error(`"${unknown}" is measured by itself: give it first, without other cases.`);
  if (unknown !== undefined) throw new Error(`There is no case "${unknown}". There are: ${known.join(', ')}.`);
  const [first, ...others] = values.rows ?? [];
  const size = (text?: string) => wholeNumber('rows', text, 10_000, 1_000);
  const rows = [size(first), ...others.map(size)] satisfies BenchOptions['rows'];
  const soakMinutes = whole('soak', 0, 0);
  if (soakMinutes > 0 && rows.length > 1) throw new Error('--soak is for one database: give --rows once.');
  return {
    rows,
    seconds: whole('seconds', 5),
    warmUpSeconds: whole('warm-up', 1),
    rounds: whole('rounds', 3),
    connections: whole('connections', 32),
    only: positionals,
    redis: values.redis ?? false,
    write: values.write ?? false,
    soakMinutes,
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number, least: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new Error(`--${name} must be a whole number from ${least}, not "${text}".`);
  return Number(text);
}
