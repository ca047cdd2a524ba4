import { expect, test } from 'vitest';
import { readStartOptions } from './options.ts';

test('--processes sets the variable PROCESSES', () => {
  expect(readStartOptions(['--processes', '4'])).toEqual({ PROCESSES: '4' });
  expect(readStartOptions(['--processes=2'])).toEqual({ PROCESSES: '2' });
  expect(readStartOptions([])).toEqual({});
});

test.each([[['--process', '2']], [['--processes']], [['2']]])(
  'any other argument is refused with a list of the options (%j)',
  (args) => {
    expect(() => readStartOptions(args)).toThrow(/--processes N/);
  },
);
