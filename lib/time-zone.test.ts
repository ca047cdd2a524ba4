import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, instantIn, localTimeIn, offsetTimeIn, readZone } from './time-zone.ts';

const ZONES = ['UTC', 'America/Bogota', 'America/Santiago', 'Asia/Kathmandu', 'Pacific/Auckland'];

describe('a time in a form', () => {
  it('is read in the zone of its reader', () => {
    expect(instantIn('America/Bogota', '2026-11-21T15:30')?.toISOString()).toBe('2026-11-21T20:30:00.000Z');
    expect(instantIn('Asia/Kathmandu', '2026-11-21')?.toISOString()).toBe('2026-11-20T18:15:00.000Z');
  });

  it('is read with the offset of its own day, across clock changes', () => {
    expect(instantIn('America/Santiago', '2026-01-10T12:00')?.toISOString()).toBe('2026-01-10T15:00:00.000Z');
    expect(instantIn('America/Santiago', '2026-07-10T12:00')?.toISOString()).toBe('2026-07-10T16:00:00.000Z');
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-11-21T25:00', 'tomorrow', '2026-11-21T10:00Z'])(
    'is invalid as "%s"',
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

it('only known names of zones are accepted', () => {
  expect(readZone('America/Bogota')).toBe('America/Bogota');
  expect([readZone('Mars/Olympus'), readZone(''), readZone(undefined), readZone(['UTC'])]).toEqual(
    Array(4).fill(undefined),
  );
  expect([dayAfter('2026-02-28'), dayAfter('2026-12-31')]).toEqual(['2026-03-01', '2027-01-01']);
});

describe('a time with its offset', () => {
  it('names the same instant, in every zone', () => {
    expect(offsetTimeIn('America/Bogota', new Date('2026-11-01T04:59:58Z'))).toBe(
      '2026-10-31T23:59:58-05:00',
    );
    expect(offsetTimeIn('UTC', new Date('2026-11-01T04:59:58Z'))).toBe('2026-11-01T04:59:58+00:00');
    expect(offsetTimeIn('Asia/Kathmandu', new Date('2026-11-01T00:00:00Z'))).toBe(
      '2026-11-01T05:45:00+05:45',
    );
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const seconds = Math.floor(instant.getTime() / 1000);
        expect(Date.parse(offsetTimeIn(zone, instant)) / 1000).toBe(seconds);
      }),
    );
  });
});
