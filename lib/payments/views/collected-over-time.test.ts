// @module-tag full

import { expect, test } from 'vitest';
import { dayAfter } from '#lib/time-zone.ts';
import { storedCause, storedContribution } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { collectedOverTime, periodsUpTo } from './collected-over-time.ts';
import type { CollectedChart } from './record-view.ts';

ownDatabase();

/** A Saturday. */
const NOW = new Date('2026-11-21T23:30:00Z');
const DAY_MS = 86_400_000;
const US = { currency: 'USD', country: 'us' };

test('periods end with the one of today: days, weeks from Monday, and months', () => {
  expect(periodsUpTo('day', 2, '2026-11-21')).toEqual(['2026-11-20', '2026-11-21']);
  expect(periodsUpTo('week', 2, '2026-11-21')).toEqual(['2026-11-09', '2026-11-16']);
  expect(periodsUpTo('week', 1, '2026-11-22')).toEqual(['2026-11-16']);
  expect(periodsUpTo('week', 1, '2026-11-23')).toEqual(['2026-11-23']);
  expect(periodsUpTo('month', 12, '2026-11-21')).toMatchObject({ 0: '2025-12-01', 11: '2026-11-01' });
});

const collected = (chart: CollectedChart | undefined) =>
  chart?.bars.filter(({ collectedMajor }) => collectedMajor > 0).map((bar) => [bar.day, bar.collectedMajor]);

test('each bar is what its period brought, as it counts now; each currency has a chart', async () => {
  const { key } = await storedCause();
  const cop = await storedCause({ currency: 'COP', country: 'co' });
  const at = (text: string, row = {}) => ({ succeededAt: new Date(text), row });
  await storedContribution(key, at('2026-11-20T00:00:00Z'));
  await storedContribution(key, at('2026-11-20T23:59:59Z', { refundedMinor: 1000n }));
  await storedContribution(key, at('2026-11-19T23:59:59Z', { chargedBackMinor: 5_000n }));
  await storedContribution(key, at('2026-10-01T00:00:00Z'));
  await storedContribution(cop.key, at('2026-11-01T00:00:00Z'));
  const causes = [
    { key, ...US },
    { key: cop.key, currency: 'COP', country: 'co' },
  ];
  const charts = await collectedOverTime(causes, 'day', 'UTC', NOW);
  expect(charts.map(({ currency }) => currency)).toEqual(['COP', 'USD']);
  expect(collected(charts[1])).toEqual([['2026-11-20', 90]]);
  const [months] = await collectedOverTime([{ key, ...US }], 'month', 'UTC', NOW);
  expect(collected(months)).toEqual([
    ['2026-10-01', 50],
    ['2026-11-01', 90],
  ]);
});

test('days, weeks and months begin by the reader’s clock, also where it changes', async () => {
  const { key } = await storedCause();
  const give = (text: string) => storedContribution(key, { succeededAt: new Date(text) });
  // Half past eleven in the evening in Bogotá, and the first minute of the day.
  await give('2026-11-20T04:30:00Z');
  await give('2026-11-20T05:00:00Z');
  const [days] = await collectedOverTime([{ key, ...US }], 'day', 'America/Bogota', NOW);
  expect(collected(days)).toEqual([
    ['2026-11-19', 50],
    ['2026-11-20', 50],
  ]);
  // New York leaves daylight saving time on November 1, a day of 25 hours.
  const other = await storedCause();
  await storedContribution(other.key, { succeededAt: new Date('2026-11-02T04:59:59Z') });
  const [ny] = await collectedOverTime([{ key: other.key, ...US }], 'day', 'America/New_York', NOW);
  expect(collected(ny)).toEqual([['2026-11-01', 50]]);
});

test.each([
  // Each of these days begins at one o’clock.
  ['America/Santiago', '2027-09-04', '2027-09-05T03:30:00Z', '2027-09-05T04:00:00Z'],
  ['America/Havana', '2027-03-13', '2027-03-14T04:30:00Z', '2027-03-14T05:00:00Z'],
  ['Africa/Cairo', '2027-04-29', '2027-04-29T21:30:00Z', '2027-04-29T22:00:00Z'],
  ['Asia/Beirut', '2027-03-27', '2027-03-27T21:30:00Z', '2027-03-27T22:00:00Z'],
])('in %s, %s ends where the next day begins, though there is no midnight', async (zone, day, late, next) => {
  const { key } = await storedCause();
  await storedContribution(key, { succeededAt: new Date(late), amountMajor: 30 });
  await storedContribution(key, { succeededAt: new Date(next), amountMajor: 70 });
  const now = new Date(Date.parse(next) + 3_600_000);
  const [days] = await collectedOverTime([{ key, ...US }], 'day', zone, now);
  expect(collected(days)).toEqual([
    [day, 30],
    [dayAfter(day), 70],
  ]);
});

test.each([
  // What comes a second before and at the first instant after the day that clocks never show.
  ['Pacific/Apia', ['2011-12-29', '2011-12-30', '2011-12-31'], '2011-12-30T10:00:00Z'],
  ['Pacific/Fakaofo', ['2011-12-29', '2011-12-30', '2011-12-31'], '2011-12-30T11:00:00Z'],
  ['Pacific/Kwajalein', ['1993-08-20', '1993-08-21', '1993-08-22'], '1993-08-21T12:00:00Z'],
  ['Pacific/Kiritimati', ['1994-12-30', '1994-12-31', '1995-01-01'], '1994-12-31T10:00:00Z'],
])('in %s, nothing came on the day that was skipped', async (zone, [before, missing, after], next) => {
  const { key } = await storedCause();
  const at = (offset: number) => new Date(Date.parse(next) + offset);
  await storedContribution(key, { succeededAt: at(-1000), amountMajor: 30 });
  await storedContribution(key, { succeededAt: at(0), amountMajor: 70 });
  const wanted = [
    [before, 30],
    [after, 70],
  ];
  for (const daysLater of [0, 3, 12, 28, 35, 57]) {
    const [chart] = await collectedOverTime([{ key, ...US }], 'day', zone, at(daysLater * DAY_MS + 60_000));
    const bars = chart?.bars ?? [];
    const all = [
      ...bars.map(({ beforeDay, beforeMajor }) => [beforeDay, beforeMajor] as const),
      ...bars.map(({ day, collectedMajor }) => [day, collectedMajor] as const),
    ];
    expect(all.map(([day]) => day)).toContain(missing);
    expect(all.filter(([, major]) => major > 0)).toEqual(wanted);
  }
});

test('each bar has what came as many periods earlier, and a currency without money in either has no chart', async () => {
  const { key } = await storedCause();
  const cop = await storedCause({ currency: 'COP', country: 'co' });
  await storedContribution(key, { succeededAt: new Date('2026-10-20T12:00:00Z') });
  await storedContribution(cop.key, { succeededAt: new Date('2026-01-20T12:00:00Z') });
  const causes = [
    { key, ...US },
    { key: cop.key, currency: 'COP', country: 'co' },
  ];
  const charts = await collectedOverTime(causes, 'day', 'UTC', NOW);
  expect(charts.map(({ currency }) => currency)).toEqual(['USD']);
  const bar = charts[0]?.bars.find(({ beforeMajor }) => beforeMajor > 0);
  expect(bar).toEqual({ day: '2026-11-19', collectedMajor: 0, beforeDay: '2026-10-20', beforeMajor: 50 });
});
