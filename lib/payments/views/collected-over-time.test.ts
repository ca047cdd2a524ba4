// @module-tag full

import { expect, test } from 'vitest';
import { storedCause, storedContribution } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { collectedOverTime, periodsUpTo } from './collected-over-time.ts';
import type { CollectedChart } from './record-view.ts';

ownDatabase();

/** A Saturday. */
const NOW = new Date('2026-11-21T23:30:00Z');
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
