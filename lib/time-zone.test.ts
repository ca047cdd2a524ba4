import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#testing/runs.ts';
import { dayAfter, instantIn, localTimeIn, offsetTimeIn, readZone } from './time-zone.ts';

const ZONES = ['UTC', 'America/Bogota', 'America/Santiago', 'Asia/Kathmandu', 'Pacific/Auckland'];

describe('a time in a form', () => {
  it('is read in the zone of its reader', () => {
    expect(instantIn('America/Bogota', '2026-11-21T15:30')?.toISOString()).toBe('2026-11-21T20:30:00.000Z');
    expect(instantIn('Asia/Kathmandu', '2026-11-21')?.toISOString()).toBe('2026-11-20T18:15:00.000Z');
  });

  it('is the later one of two where clocks skip it, and the first where they show it twice', () => {
    for (const [zone, skipped, later] of [
      ['America/Santiago', '2027-09-05T00:30', '2027-09-05T01:30'],
      ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:30'],
      ['Pacific/Auckland', '2027-09-26T02:15', '2027-09-26T03:15'],
      ['Australia/Lord_Howe', '2027-10-03T02:10', '2027-10-03T02:40'],
    ] as const)
      expect([zone, instantIn(zone, skipped)]).toEqual([zone, instantIn(zone, later)]);
    for (const [zone, twice, first] of [
      ['America/Santiago', '2027-04-03T23:30', '2027-04-04T02:30:00.000Z'],
      ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
      ['Pacific/Auckland', '2027-04-04T02:30', '2027-04-03T13:30:00.000Z'],
      ['Europe/Madrid', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
    ] as const)
      expect([zone, instantIn(zone, twice)?.toISOString()]).toEqual([zone, first]);
  });

  it('is read with the offset of its own day, across clock changes', () => {
    expect(instantIn('America/Santiago', '2026-01-10T12:00')?.toISOString()).toBe('2026-01-10T15:00:00.000Z');
    expect(instantIn('America/Santiago', '2026-07-10T12:00')?.toISOString()).toBe('2026-07-10T16:00:00.000Z');
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-11-21T25:00', 'tomorrow', '2026-11-21T10:00Z'])(
    'is invalid as "%s"',
    (text) => expect(instantIn('UTC', text)).toBeUndefined(),
  );

  it.each([
    ['UTC', '0000-12-31', '0001-01-01'],
    ['Asia/Tokyo', '0001-01-01', '0001-01-02'],
    ['America/Bogota', '0000-12-31', '0001-01-01'],
  ])('is invalid in %s before the year 1 in UTC, as %s is and %s is not', (zone, before, first) => {
    expect(instantIn(zone, before)).toBeUndefined();
    expect(instantIn(zone, first)?.getUTCFullYear()).toBe(1);
  });

  it('is invalid after the year 9999 in UTC', () => {
    expect(instantIn('America/Bogota', '9999-12-31T18:59')?.toISOString()).toBe('9999-12-31T23:59:00.000Z');
    expect(instantIn('America/Bogota', '9999-12-31T19:00')).toBeUndefined();
    expect(instantIn('UTC', dayAfter('9999-12-31'))).toBeUndefined();
  });

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

/** The days from one to another, both included. */
function daysFrom(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The day that clocks show, by another library than the one that is tested. */
const clockOf = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });

/**
 * Requires that days follow one another without a gap or an overlap, and that each begins with the first instant at which
 * clocks show it. A day that they never show lasts no time.
 */
function requirePartition(zone: string, days: readonly string[]): void {
  const clock = clockOf(zone);
  const begins = days.map((day) => instantIn(zone, day)?.getTime() ?? Number.NaN);
  const wrong = days.slice(0, -1).filter((day, index) => {
    const [begin, end] = [begins[index] as number, begins[index + 1] as number];
    if (clock.format(begin - 1) >= day) return true;
    if (begin === end) return clock.format(begin) <= day;
    const shown = [begin, Math.floor((begin + end) / 2), end - 1].map((at) => clock.format(at));
    return begin > end || shown.some((one) => one !== day);
  });
  expect([zone, wrong]).toEqual([zone, []]);
}

describe('a local day', () => {
  it.each([
    // Clocks go from midnight to one o’clock.
    ['America/Santiago', '2027-09-05', '2027-09-05T04:00:00.000Z'],
    ['America/Havana', '2027-03-14', '2027-03-14T05:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
    ['Asia/Beirut', '2027-03-28', '2027-03-27T22:00:00.000Z'],
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00.000Z'],
    // Midnight comes twice.
    ['America/Havana', '2027-11-07', '2027-11-07T04:00:00.000Z'],
    ['Atlantic/Azores', '2027-10-31', '2027-10-31T00:00:00.000Z'],
    ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z'],
    // At midnight, clocks go back to the evening.
    ['America/Santiago', '2027-04-04', '2027-04-04T04:00:00.000Z'],
    ['Asia/Beirut', '2027-10-31', '2027-10-30T22:00:00.000Z'],
    ['America/Nuuk', '2027-10-31', '2027-10-31T02:00:00.000Z'],
    // The day before is missing, and begins where this one does.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Fakaofo', '2011-12-30', '2011-12-30T11:00:00.000Z'],
    ['Pacific/Kwajalein', '1993-08-21', '1993-08-21T12:00:00.000Z'],
    ['Pacific/Kiritimati', '1994-12-31', '1994-12-31T10:00:00.000Z'],
  ])('of %s, %s, begins at its first instant', (zone, day, first) =>
    expect(instantIn(zone, day)?.toISOString()).toBe(first),
  );

  it('has every instant of its own, and none of another day, in every zone', { tags: ['full'] }, () => {
    const year = daysFrom('2026-12-31', '2028-01-02');
    for (const zone of Intl.supportedValuesOf('timeZone')) requirePartition(zone, year);
  });

  it('has them in any year since 2012', () => {
    const year = fc.integer({ min: 2012, max: 2050 });
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(zones, year, (zone, of) => requirePartition(zone, daysFrom(`${of}-01-01`, `${of + 1}-01-02`))),
      { seed: 20270905, numRuns: runs(10, 100) },
    );
  });

  it.each(['Pacific/Apia', 'Pacific/Fakaofo'])('of %s lasts no time if it is missing', (zone) =>
    requirePartition(zone, daysFrom('2011-12-20', '2012-01-10')),
  );
});

it('only known names of zones are accepted, and all of these are understood', () => {
  expect(readZone('America/Bogota')).toBe('America/Bogota');
  expect([readZone('Mars/Olympus'), readZone(''), readZone(undefined), readZone(['UTC'])]).toEqual(
    Array(4).fill(undefined),
  );
  for (const name of ['US/Pacific', 'Asia/Calcutta', 'EST5EDT', 'GMT', 'Etc/GMT-14', '+05:30', 'america/BOGOTA'])
    expect(localTimeIn(readZone(name) ?? '', new Date(0))).toMatch(/^19(69|70)-\d\d-\d\dT\d\d:\d\d$/);
  expect([dayAfter('2026-02-28'), dayAfter('2026-12-31')]).toEqual(['2026-03-01', '2027-01-01']);
});

describe('a time with its offset', () => {
  it('names the same instant, in every zone', () => {
    expect(offsetTimeIn('America/Bogota', new Date('2026-11-01T04:59:58Z'))).toBe('2026-10-31T23:59:58-05:00');
    expect(offsetTimeIn('UTC', new Date('2026-11-01T04:59:58Z'))).toBe('2026-11-01T04:59:58+00:00');
    expect(offsetTimeIn('Asia/Kathmandu', new Date('2026-11-01T00:00:00Z'))).toBe('2026-11-01T05:45:00+05:45');
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
