import { expect, test } from 'vitest';
import { readZone } from '#lib/time-zone.ts';
import { allZones, readerZone } from './reader-zone.ts';

test('a page is in the zone that its reader chose, else in their browser’s, else in UTC', () => {
  expect(readerZone('America/Lima', 'America/Bogota')).toEqual({
    timeZone: 'America/Lima',
    hasChosenZone: true,
  });
  expect(readerZone(null, 'America/Bogota')).toEqual({ timeZone: 'America/Bogota', hasChosenZone: false });
  expect(readerZone(null, undefined)).toEqual({ timeZone: 'UTC', hasChosenZone: false });
});

test.each(['', 'nowhere', '<script>', 'America/Bogota; x'])('a cookie that is no zone counts as none: %s', (cookie) => {
  expect(readerZone(null, cookie).timeZone).toBe('UTC');
});

test('every zone that can be chosen is read back as itself, so that the form shows the choice', () => {
  for (const zone of allZones()) expect(readZone(zone)).toBe(zone);
});
