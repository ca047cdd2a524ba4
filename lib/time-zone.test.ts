import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, instantIn, localTimeIn, readZone } from './time-zone.ts';

const ZONES = ['UTC', 'America/Bogota', 'America/Santiago', 'Asia/Kathmandu', 'Pacific/Auckland'];

describe('a time that a form sends', () => {
  it('is read in the zone of its reader', () => {
    expect(instantIn('America/Bogota', '2026-11-21T15:30')?.toISOString()).toBe('2026-11-21T20:30:00.000Z');
    expect(instantIn('Asia/Kathmandu', '2026-11-21')?.toISOString()).toBe('2026-11-20T18:15:00.000Z');
  });

  it('is read with the offset of its own day, where clocks change', () => {
    expect(instantIn('America/Santiago', '2026-01-10T12:00')?.toISOString()).toBe('2026-01-10T15:00:00.000Z');
    expect(instantIn('America/Santiago', '2026-07-10T12:00')?.toISOString()).toBe('2026-07-10T16:00:00.000Z');
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-11-21T25:00', 'tomorrow', '2026-11-21T10:00Z'])(
    'is none when it is "%s"',
    (text) => expect(instantIn('UTC', text)).toBeUndefined(),
  );

  it('is shown again as it was typed, in every zone', () => {
    const between = { min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(between), fc.constantFrom(...ZONES), (instant, zone) => {
        const shown = localTimeIn(zone, instant);
        expect(localTimeIn(zone, instantIn(zone, shown) ?? new Date(0))).toBe(shown);
      }),
    );
  });
});

it('names of zones are known or are none', () => {
  expect(readZone('America/Bogota')).toBe('America/Bogota');
  expect([readZone('Mars/Olympus'), readZone(''), readZone(undefined), readZone(['UTC'])]).toEqual(
    Array(4).fill(undefined),
  );
  expect([dayAfter('2026-02-28'), dayAfter('2026-12-31')]).toEqual(['2026-03-01', '2027-01-01']);
});
