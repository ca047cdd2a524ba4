import type { PageView } from '#lib/dashboard/page-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { ChartBar, ChartPeriod, CollectedChart } from '#lib/payments/views/record-view.ts';
import { majorMoney } from '../money.ts';
import { type Column, DataTable } from '../table.tsx';
import { Bars, topOf } from './chart-bars.tsx';
import './payments.css';

type Props = {
  page: PageView;
  by: ChartPeriod;
  /** A chart for each currency in which something was collected. */
  charts: readonly CollectedChart[];
};

const PERIODS = ['day', 'week', 'month'] as const satisfies readonly ChartPeriod[];

/** The collected amount over time: a chart for each currency, with a summary in words, and a table. */
export function Charts({ page, by, charts }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section aria-labelledby="over-time" className="charts">
      <div className="charts-head">
        <h2 id="over-time">{t('ownPayments.chart.title')}</h2>
        <nav aria-label={t('ownPayments.chart.label')} className="choice">
          {PERIODS.map((period) => (
            <a
              key={period}
              href={`${page.path}?${new URLSearchParams({ ...page.query, by: period })}`}
              aria-current={period === by ? 'true' : undefined}
            >
              {t(`ownPayments.chart.periods.${period}`)}
            </a>
          ))}
        </nav>
      </div>
      {charts.map((chart) => (
        <Chart key={chart.currency} page={page} chart={chart} isOnly={charts.length === 1} />
      ))}
      {charts.length === 0 && (
        <p className="empty">{t('ownPayments.chart.none', { range: t(`ownPayments.chart.ranges.${by}`) })}</p>
      )}
      {charts.length > 0 && <p className="hint">{t('ownPayments.chart.note')}</p>}
    </section>
  );
}

type ChartProps = { page: PageView; chart: CollectedChart; isOnly: boolean };

function Chart({ page, chart, isOnly }: ChartProps) {
  const t = translatorFor(page.locale);
  const { bars, by, currency } = chart;
  const money = (amountMajor: number) => majorMoney(page, { ...chart, amountMajor });
  const write = datesOf(page, by, t);
  const title = t('ownPayments.chart.titleIn', { currency });
  const summary = `${totalOf(chart, t, money, write.long)} ${comparisonOf(chart, t, money, page)}`;
  const columns: Column<ChartBar>[] = [
    {
      key: 'when',
      title: t('ownPayments.chart.when'),
      isName: true,
      cell: ({ day }) => <time dateTime={day}>{write.long(day)}</time>,
    },
    {
      key: 'collected',
      title: t('dashboard.causes.collected'),
      isNumber: true,
      cell: ({ collectedMajor }) => money(collectedMajor),
    },
    {
      key: 'before',
      title: t('ownPayments.chart.before'),
      isNumber: true,
      cell: ({ beforeMajor }) => money(beforeMajor),
    },
  ];
  return (
    <figure className="chart">
      <figcaption>
        {!isOnly && <strong>{title}. </strong>}
        {summary}
      </figcaption>
      <ul className="chart-legend" aria-hidden="true">
        <li className="chart-legend-now">{t('ownPayments.chart.now')}</li>
        <li className="chart-legend-before">{t('ownPayments.chart.before')}</li>
      </ul>
      <Bars
        label={title}
        unit={currency}
        highestMajor={topOf(bars.flatMap(({ collectedMajor, beforeMajor }) => [collectedMajor, beforeMajor]))}
        formatLocale={formattingLocale(page.locale, page.place)}
        bars={bars.map((bar) => ({
          ...bar,
          label: write.axis(bar.day),
          now: `${write.axis(bar.day)}: ${money(bar.collectedMajor)}`,
          before: `${write.axis(bar.beforeDay)}: ${money(bar.beforeMajor)}`,
          spoken: t('ownPayments.chart.bar', {
            date: write.long(bar.day),
            amount: money(bar.collectedMajor),
            previous: money(bar.beforeMajor),
          }),
        }))}
      />
      <details className="chart-table">
        <summary>{t('ownPayments.chart.table')}</summary>
        <DataTable caption={title} columns={columns} rows={bars.toReversed()} rowKey={({ day }) => day} empty="" />
      </details>
    </figure>
  );
}

type Money = (amountMajor: number) => string;
const sumOf = (bars: readonly ChartBar[], of: 'collectedMajor' | 'beforeMajor') =>
  bars.reduce((sum, bar) => sum + bar[of], 0);

function totalOf({ bars, by }: CollectedChart, t: Translate, money: Money, date: (day: string) => string) {
  const range = t(`ownPayments.chart.ranges.${by}`);
  const total = sumOf(bars, 'collectedMajor');
  if (total === 0) return t('ownPayments.chart.none', { range });
  const most = bars.reduce((a, b) => (b.collectedMajor > a.collectedMajor ? b : a));
  const highest = { most: money(most.collectedMajor), date: date(most.day) };
  return t('ownPayments.chart.summary', { range, amount: money(total), ...highest });
}

/** What the periods before these brought, and by how much these differ. */
function comparisonOf({ bars }: CollectedChart, t: Translate, money: Money, { locale }: PageView): string {
  const [now, before] = [sumOf(bars, 'collectedMajor'), sumOf(bars, 'beforeMajor')];
  if (before === 0) return t('ownPayments.chart.compare.nothing');
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.abs(now - before) / before);
  const kind = now > before ? 'more' : now < before ? 'less' : 'same';
  return t(`ownPayments.chart.compare.${kind}`, { percent, amount: money(before) });
}

/** How the days on which periods begin are written: in full, and short for the axis. */
function datesOf(page: PageView, by: ChartPeriod, t: Translate) {
  const formatLocale = formattingLocale(page.locale, page.place);
  const format = (month: 'long' | 'short') => {
    const parts = by === 'month' ? ({ month, year: 'numeric' } as const) : ({ day: 'numeric', month } as const);
    return new Intl.DateTimeFormat(formatLocale, { ...parts, timeZone: 'UTC' });
  };
  const [long, short] = [format('long'), format('short')];
  return {
    long: (day: string) => {
      const date = long.format(new Date(day));
      return by === 'week' ? t('ownPayments.chart.weekOf', { date }) : date;
    },
    // Narrow labels: without the period of an abbreviation, and in Portuguese "27 nov" in place of "27 de nov.".
    axis: (day: string) => short.format(new Date(day)).replaceAll('.', '').replaceAll(' de ', ' '),
  };
}
