import { expect, test } from 'vitest';
import { readStartOptions } from './options.ts';

test('--processes is the variable PROCESSES, told for one start', () => {
  expect(readStartOptions(['--processes', '4'])).toEqual({ PROCESSES: '4' });
  expect(readStartOptions(['--processes=2'])).toEqual({ PROCESSES: '2' });
  expect(readStartOptions([])).toEqual({});
});

test.each([[['--process', '2']], [['--processes']], [['2']]])(
  'whatever else follows is refused with what can be told (%j)',
  (args) => {
    expect(() => readStartOptions(args)).toThrow(/--processes N/);
  },
);
