import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isDonationCase, readBenchOptions, readDonationOptions, readPageOptions } from './options.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The data of an instance with the emulators, as far as the options look at it. */
const DATA = mkdtempSync(join(tmpdir(), 'bench-options-'));
writeFileSync(join(DATA, 'demo.json'), '{}');
afterAll(() => rmSync(DATA, { recursive: true }));

const CASES = ['poll', 'mint'];

test('everything has a usual value', () => {
  expect(readBenchOptions([], CASES)).toEqual({
    rows: [10_000],
    seconds: 5,
    warmUpSeconds: 1,
    rounds: 3,
    connections: 32,
    soakMinutes: 0,
    only: [],
    redis: false,
    write: false,
  });
});

test('options are read', () => {
  const args = ['mint', '--rows', '1000000', '--rounds=5', '--redis', '--write', '--soak', '10'];
  expect(readBenchOptions(args, CASES)).toMatchObject({
    rows: [1_000_000],
    rounds: 5,
    redis: true,
    write: true,
    soakMinutes: 10,
    only: ['mint'],
  });
});

test('several databases are measured in turn', () => {
  expect(readBenchOptions(['--rows', '10000', '--rows', '5000000'], CASES).rows).toEqual([10_000, 5_000_000]);
});

test.each([
  [['--rows', '10000', '--rows', '10'], /--rows/],
  [['--rows', '10000', '--rows', '20000', '--soak', '1'], /--soak/],
  [['--rows', '12.5'], /--rows/],
  [['--rows', '10'], /--rows/],
  [['--seconds', '0'], /--seconds/],
  [['--rounds', 'many'], /--rounds/],
  [['--soak', '-1'], /--soak/],
  [['--fast'], /--fast/],
  [['pay'], /poll, mint/],
  [['poll', 'wallet'], /^"wallet" is measured by itself: give it first, without other cases\.$/],
  [['poll', 'page'], /^"page" is measured by itself: give it first, without other cases\.$/],
])('%j is refused with what is wrong', (args, sentence) => {
  expect(() => readBenchOptions(args, CASES)).toThrow(sentence);
});

test('whole donations: every option has a default and can be set', () => {
  expect([isDonationCase('pse'), isDonationCase('poll'), isDonationCase(undefined)]).toEqual([true, false, false]);
  expect(readDonationOptions(['donation'])).toEqual({
    kinds: ['donation'],
    donations: 300,
    donors: 16,
    statements: false,
    write: false,
  });
  const args = ['pse', 'wallet', '--donations', '50', '--donors', '4', '--statements', '--write'];
  expect(readDonationOptions(args)).toEqual({
    kinds: ['pse', 'wallet'],
    donations: 50,
    donors: 4,
    statements: true,
    write: true,
  });
  expect(() => readDonationOptions(['donation', 'poll'])).toThrow(
    /^Whole donations are measured by themselves, without the case "poll"\.$/,
  );
  expect(() => readDonationOptions(['wallet', '--donors', '0'])).toThrow(/--donors/);
});

test('the page in a browser: every option has a default and can be set', () => {
  expect(readPageOptions([])).toEqual({ rounds: 5, at: [], waterfall: false, write: false });
  const args = ['--beside', ROOT, '--rounds', '9', '--waterfall', '--write'];
  expect(readPageOptions(args)).toEqual({ beside: ROOT, rounds: 9, at: [], waterfall: true, write: true });
  expect(readPageOptions(['--at', DATA, '--at', DATA])).toMatchObject({ at: [DATA, DATA] });
});

test.each([
  [['--rounds', '0'], /^--rounds must be a whole number from 1, not "0"\.$/],
  [['--beside', '/nowhere'], /^--beside must be a checkout of the project, which "\/nowhere" is not\.$/],
  [['--at', '/nowhere'], /^--at must be the DATA_DIR of an instance with the emulators, which "\/nowhere" is not\.$/],
  [['--beside', ROOT, '--at', DATA], /^--beside starts what --at has running already: give one of them\.$/],
  [['--write', '--at', DATA], /^--write is for instances that this run has started, without --at\.$/],
  [['poll'], /^"page" is measured by itself, without the case "poll"\.$/],
  [['--rows', '10000'], /--rows/],
])('page %j is refused with what is wrong', (args, sentence) => {
  expect(() => readPageOptions(args)).toThrow(sentence);
});
