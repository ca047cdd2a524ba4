import { expect, test } from 'vitest';
import { readBenchOptions } from './options.ts';

const CASES = ['poll', 'mint'];

test('everything has a usual value', () => {
  expect(readBenchOptions([], CASES)).toEqual({
    ...{ rows: [10_000], seconds: 5, warmUpSeconds: 1, rounds: 3, connections: 32, soakMinutes: 0 },
    ...{ only: [], redis: false, write: false },
  });
});

test('what is told is taken', () => {
  const told = ['mint', '--rows', '1000000', '--rounds=5', '--redis', '--write', '--soak', '10'];
  expect(readBenchOptions(told, CASES)).toMatchObject({
    ...{ rows: [1_000_000], rounds: 5, redis: true, write: true, soakMinutes: 10, only: ['mint'] },
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
])('%j is refused with what is wrong', (args, sentence) => {
  expect(() => readBenchOptions(args, CASES)).toThrow(sentence);
});
