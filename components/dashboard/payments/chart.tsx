import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CollectedChart, Period } from '#lib/payments/record-view.ts';
import { moneyWithCode } from '../money.ts';
import { DataTable } from '../table.tsx';
import './payments.css';

type Props = { page: PageView; charts: readonly CollectedChart[] };

const PERIODS = ['day', 'week', 'month'] as const satisfies readonly Period[];
/** Of a bar's place, how much is bar, in hundredths of it. */
const BAR_WIDTH = 0.72;

/** What was collected over time: a drawn chart for each currency, in words for those who do not see it, and as a table. */
export function Charts({ page, charts }: Props) {
  const t = translatorFor(page.locale);
  const [first] = charts;
  if (!first) return null;
  return (
    <section aria-labelledby="over-time" className="charts">
      <div className="charts-head">
        <h2 id="over-time">{t('ownPayments.chart.title')}</h2>
        <nav aria-label={t('ownPayments.chart.label')} className="choice">
          {PERIODS.map((by) => (
            <a
              key={by}
              href={`${page.path}?${new URLSearchParams({ ...page.query, by })}`}
              aria-current={by === first.by ? 'true' : undefined}
            >
              {t(`ownPayments.chart.periods.${by}`)}
            </a>
          ))}
        </nav>
      </div>
      {charts.map((chart) => (
        <Chart key={chart.currency} locale={page.locale} chart={chart} isOnly={charts.length === 1} />
      ))}
      <p className="hint">{t('ownPayments.chart.note')}</p>
    </section>
  );
}

type ChartProps = { locale: Locale; chart: CollectedChart; isOnly: boolean };

function Chart({ locale, chart, isOnly }: ChartProps) {
  const t = translatorFor(locale);
  const { bars, by, currency } = chart;
  const money = (amountMajor: number) => moneyWithCode(locale, { ...chart, amountMajor });
  const label = (day: string) => labelOf(locale, by, day);
  const most = bars.reduce((a, b) => (b.collectedMajor > a.collectedMajor ? b : a));
  const total = bars.reduce((sum, { collectedMajor }) => sum + collectedMajor, 0);
  const long = (day: string) =>
    by === 'week' ? t('ownPayments.chart.weekOf', { date: label(day) }) : label(day);
  const range = t(`ownPayments.chart.ranges.${by}`);
  const summary =
    total === 0
      ? t('ownPayments.chart.none', { range })
      : t('ownPayments.chart.summary', {
          range,
          amount: money(total),
          most: money(most.collectedMajor),
          date: long(most.day),
        });
  const middle = bars[Math.floor(bars.length / 2)];
  return (
    <figure className="chart">
      <figcaption>
        {!isOnly && <strong>{t('ownPayments.chart.titleIn', { currency })}. </strong>}
        {summary}
      </figcaption>
      {total > 0 && (
        <>
          <div className="chart-plot">
            <div className="chart-scale" aria-hidden="true">
              <span>{money(top(most.collectedMajor))}</span>
              <span>0</span>
            </div>
            <Bars
              chart={chart}
              summary={summary}
              titleOf={(bar) => `${long(bar.day)}: ${money(bar.collectedMajor)}`}
            />
          </div>
          <div className="chart-days" aria-hidden="true">
            {[bars[0], middle, bars.at(-1)].map((bar) => bar && <span key={bar.day}>{label(bar.day)}</span>)}
          </div>
          <details className="chart-table">
            <summary>{t('ownPayments.chart.table')}</summary>
            <DataTable
              caption={t('ownPayments.chart.titleIn', { currency })}
              columns={[
                {
                  key: 'when',
                  title: t('ownPayments.chart.when'),
                  isName: true,
                  cell: ({ day }) => <time dateTime={day}>{long(day)}</time>,
                },
                {
                  key: 'collected',
                  title: t('dashboard.causes.collected'),
                  isNumber: true,
                  cell: ({ collectedMajor }) => money(collectedMajor),
                },
              ]}
              rows={bars.toReversed()}
              rowKey={({ day }) => day}
              empty=""
            />
          </details>
        </>
      )}
    </figure>
  );
}

type Bar = CollectedChart['bars'][number];
type BarsProps = { chart: CollectedChart; summary: string; titleOf: (bar: Bar) => string };

/** Stretched to its place, whatever its width: the words around it are HTML and keep their size. */
function Bars({ chart: { bars }, summary, titleOf }: BarsProps) {
  const highest = top(Math.max(...bars.map(({ collectedMajor }) => collectedMajor)));
  return (
    <svg
      className="chart-bars"
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
    >
      {[0, 50, 100].map((y) => (
        <line key={y} className="chart-line" x1="0" x2={bars.length} y1={y} y2={y} />
      ))}
      {bars.map((bar, index) => {
        // What is there is seen, however little beside the rest.
        const share = (bar.collectedMajor / highest) * 100;
        const height = bar.collectedMajor > 0 ? Math.max(share, 1) : 0;
        return (
          <g key={bar.day} className="chart-bar">
            <title>{titleOf(bar)}</title>
            <rect className="chart-hit" x={index} y="0" width="1" height="100" />
            <rect x={index + (1 - BAR_WIDTH) / 2} y={100 - height} width={BAR_WIDTH} height={height} />
          </g>
        );
      })}
    </svg>
  );
}

/** The end of the scale: the next round number, 1, 2 or 5 with zeros. */
function top(amount: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(amount, 1)));
  return unit * ([1, 2, 5].find((times) => times * unit >= amount) ?? 10);
}

function labelOf(locale: Locale, by: Period, day: string): string {
  const parts =
    by === 'month'
      ? ({ month: 'short', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(new Date(day));
}
