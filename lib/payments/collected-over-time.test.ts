import { expect, test } from 'vitest';
import { storedCause, storedContribution } from '#scripts/testing/causes.ts';
import { ownDatabase } from '#scripts/testing/ledger.ts';
import { collectedOverTime, periodsUpTo } from './collected-over-time.ts';

ownDatabase();

/** A Saturday. */
const NOW = new Date('2026-11-21T23:30:00Z');
const US = { currency: 'USD', country: 'us' };

test('periods end with the one of now: days, weeks from Monday, and months, of UTC', () => {
  expect(periodsUpTo('day', NOW).slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
  expect(periodsUpTo('week', NOW).slice(-2)).toEqual(['2026-11-09', '2026-11-16']);
  expect(periodsUpTo('week', new Date('2026-11-22T10:00:00Z')).at(-1)).toBe('2026-11-16');
  expect(periodsUpTo('week', new Date('2026-11-23T00:00:00Z')).at(-1)).toBe('2026-11-23');
  expect(periodsUpTo('month', NOW)).toMatchObject({ 0: '2025-12-01', 11: '2026-11-01', length: 12 });
});

test('each bar is what its period brought, as it counts now; each currency has a chart', async () => {
  const { key } = await storedCause();
  const cop = await storedCause({ currency: 'COP', country: 'co' });
  const at = (text: string, row = {}) => ({ succeededAt: new Date(text), row });
  await storedContribution(key, at('2026-11-20T00:00:00Z'));
  await storedContribution(key, at('2026-11-20T23:59:59Z', { refundedMinor: 1000n }));
  await storedContribution(key, at('2026-11-19T23:59:59Z', { chargedBackMinor: 5_000n }));
  await storedContribution(key, at('2026-10-01T00:00:00Z'));
  const charts = await collectedOverTime(
    [
      { key, ...US },
      { key: cop.key, currency: 'COP', country: 'co' },
    ],
    'day',
    NOW,
  );
  expect(charts.map(({ currency }) => currency)).toEqual(['COP', 'USD']);
  const bars = charts[1]?.bars.filter(({ collectedMajor }) => collectedMajor > 0);
  expect(bars).toEqual([{ day: '2026-11-20', collectedMajor: 90 }]);
  const [months] = await collectedOverTime([{ key, ...US }], 'month', NOW);
  expect(months?.bars.slice(-2)).toEqual([
    { day: '2026-10-01', collectedMajor: 50 },
    { day: '2026-11-01', collectedMajor: 90 },
  ]);
});
