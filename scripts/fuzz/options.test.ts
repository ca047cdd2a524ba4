import { expect, test } from 'vitest';
import { readFuzzOptions } from './options.ts';

test('without options it sends a hundred thousand requests of a random seed', () => {
  expect(readFuzzOptions([], 7)).toEqual({ requests: 100_000, seed: 7, costs: false });
  expect(readFuzzOptions(['--requests', '10', '--seed', '3'], 7)).toEqual({
    requests: 10,
    seed: 3,
    costs: false,
  });
  expect(readFuzzOptions(['--costs'], 7).costs).toBe(true);
});

test.each([
  [['--requests', '0'], /--requests must be a whole number from 1, not "0"/],
  [['--seed', '1.5'], /--seed must be a whole number/],
  [['--sed', '1'], /--sed/],
  [['again'], /again/],
])('%j is refused in one sentence that names it', (args, message) => {
  expect(() => readFuzzOptions(args, 7)).toThrow(message);
});
