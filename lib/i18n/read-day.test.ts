import { expect, test } from 'vitest';
import { instantIn } from '#lib/time-zone.ts';
import { isDay } from './read-day.ts';

test.each(['2026-11-30', '2028-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect([isDay(text), instantIn('UTC', text) !== undefined]).toEqual([true, true]);
});

test.each([
  ...[
    '',
    ' ',
    '30/11/2026',
    '2026-11',
    '2026-1-1',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
  ],
  ...['0000-01-01', '275760-09-13', '2026-11-30T10:00', ' 2026-11-30', '２０２６-11-30', '2026-11-30\n'],
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});
