import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import type { ChartPeriod, CollectedChart } from '#lib/payments/views/record-view.ts';
import { pageView } from '#testing/page-view.ts';
import { Charts } from './chart.tsx';
import { topOf } from './chart-bars.tsx';

const page = (locale: Locale, place: string | null) =>
  pageView({ viewer: { id: 'acc_1', name: 'Olga', role: 'creator' }, locale, place });
const chart = (by: ChartPeriod, collectedMajor: number): CollectedChart => ({
  by,
  currency: 'MXN',
  country: 'mx',
  bars: [
    { day: '2026-11-02', collectedMajor: 0, beforeDay: '2026-10-19', beforeMajor: collectedMajor / 2 },
    { day: '2026-11-09', collectedMajor, beforeDay: '2026-10-26', beforeMajor: 0 },
  ],
});
const textOf = (locale: Locale, place: string | null, by: ChartPeriod, collectedMajor = 3470) =>
  renderToStaticMarkup(<Charts page={page(locale, place)} by={by} charts={[chart(by, collectedMajor)]} />).replaceAll(
    /<[^>]*>/g,
    '\n',
  );

const PERIODS = ['day', 'week', 'month'] as const;

test.each(LOCALES.flatMap((locale) => PERIODS.map((by) => [locale, by] as const)))(
  'in %s, by %s, no sentence ends in two periods',
  (locale, by) => {
    expect(textOf(locale, null, by)).not.toContain('..');
    expect(textOf(locale, null, by, 0)).not.toContain('..');
  },
);

test.each([
  ['en', null, 'MX$3,470'],
  ['en', 'us', 'MX$3,470'],
  ['es', null, '$3,470\u00a0MXN'],
  ['es', 'mx', '$3,470'],
  ['pt', 'br', 'MX$\u00a03.470'],
] as const)('in %s for %s, an amount names its currency once: %s', (locale, place, amount) => {
  const text = textOf(locale, place, 'day');
  expect(text).toContain(amount);
  expect(text).not.toMatch(/MX\$[^\n]*MXN/);
});

test('without a currency in which something was collected there is a sentence and no chart', () => {
  const html = renderToStaticMarkup(<Charts page={page('en', null)} by="week" charts={[]} />);
  expect(html).toContain('Nothing was collected in the last 26 weeks.');
  expect(html).not.toContain('<svg');
});

test('it is compared with the period before, in words and in the table', () => {
  const text = textOf('en', 'us', 'week');
  expect(text).toContain('100% more than in the period before (MX$1,735).');
  expect(text.match(/Period before/g)?.length).toBeGreaterThan(1);
});

test('all bars are one tab stop, and each says in words what it shows', () => {
  const html = renderToStaticMarkup(<Charts page={page('en', 'us')} by="day" charts={[chart('day', 3470)]} />);
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  expect(html).toContain('aria-label="November 9: MX$3,470. Period before: MX$0"');
  expect(html).not.toMatch(/ style="/);
});

test.each([
  [[0], 2],
  [[2], 2],
  [[3], 4],
  [[5], 10],
  [[11, 7], 20],
  [[2_446_000], 4_000_000],
  [[10_000_000], 20_000_000],
])('the scale above %j ends at %d, whose half is whole', (amounts, top) => {
  expect(topOf(amounts)).toBe(top);
  expect(Number.isInteger(top / 2)).toBe(true);
});
