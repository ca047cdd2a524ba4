import type { ChartBar } from '#lib/payments/views/record-view.ts';
import { ArrowKeys } from './arrow-keys.tsx';

type DrawnBar = ChartBar & {
  /** Under the bar. */
  label: string;
  /** The two lines of the tooltip. */
  now: string;
  before: string;
  /** The bar in words. */
  spoken: string;
};
type Props = {
  label: string;
  unit: string;
  highestMajor: number;
  formatLocale: string;
  bars: readonly DrawnBar[];
};

/** Every so many bars have a label; on a phone every other of these is hidden. */
const LABELS = 6;
/** How much of a bar's slot its two bars take, in hundredths. */
const FILLED = 0.8;
/** Amounts from here on are written as "2 M" on the axis. */
const COMPACT_FROM = 1_000_000;

/**
 * The bars of a chart as SVG in percentages: texts keep their size, and no style is needed in the page. A bar's tooltip shows
 * while it is pointed at, tapped, or focused; arrow keys move from bar to bar.
 */
export function Bars({ label, unit, highestMajor, formatLocale, bars }: Props) {
  const slot = 100 / bars.length;
  const every = Math.ceil(bars.length / LABELS);
  const fromEnd = (index: number) => bars.length - 1 - index;
  return (
    <div className="chart-plot">
      <div className="chart-scale" aria-hidden="true">
        <span className="chart-unit">{unit}</span>
        {[highestMajor, highestMajor / 2, 0].map((amount) => (
          <span key={amount}>{writeTick(formatLocale, amount)}</span>
        ))}
      </div>
      <ArrowKeys>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
        <svg className="chart-svg" width="100%" height="15rem" role="group" aria-label={label}>
          {/* Without a role it would be an unnamed image around the bars. */}
          <svg className="chart-area" role="none" y="3rem" width="100%" height="10rem">
            {['0%', '50%', '100%'].map((y) => (
              <line key={y} className="chart-line" x1="0%" x2="100%" y1={y} y2={y} />
            ))}
            {bars.map((bar, index) => (
              <Bar
                key={bar.day}
                bar={bar}
                left={index * slot}
                width={slot}
                highestMajor={highestMajor}
                isFirstStop={fromEnd(index) === 0}
              />
            ))}
          </svg>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of SVG without a tabindex takes no focus. */}
          <g aria-hidden="true">
            {bars.map((bar, index) =>
              fromEnd(index) % every === 0 ? (
                <text
                  key={bar.day}
                  className={(fromEnd(index) / every) % 2 === 1 ? 'chart-label chart-label-minor' : 'chart-label'}
                  x={percent((index + 0.5) * slot)}
                  y="14.25rem"
                  textAnchor={anchorOf((index + 0.5) * slot, 4)}
                >
                  {bar.label}
                </text>
              ) : null,
            )}
          </g>
        </svg>
      </ArrowKeys>
    </div>
  );
}

type BarProps = { bar: DrawnBar; left: number; width: number; highestMajor: number; isFirstStop: boolean };

function Bar({ bar, left, width, highestMajor, isFirstStop }: BarProps) {
  const half = (width * FILLED) / 2;
  const begin = left + (width - 2 * half) / 2;
  const middle = left + width / 2;
  const rect = (className: string, x: number, amountMajor: number) => {
    // A bar that is not zero is visible, however small.
    const height = amountMajor > 0 ? Math.max((amountMajor / highestMajor) * 100, 1) : 0;
    return (
      <rect
        className={className}
        x={percent(x)}
        y={percent(100 - height)}
        width={percent(half)}
        height={percent(height)}
      />
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no control; the focus shows its tooltip. */}
      <g className="chart-bar" role="img" aria-label={bar.spoken} tabIndex={isFirstStop ? 0 : -1}>
        <rect className="chart-hit" x={percent(left)} y="0%" width={percent(width)} height="100%" />
        {rect('chart-before', begin, bar.beforeMajor)}
        {rect('chart-now', begin + half, bar.collectedMajor)}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of SVG without a tabindex takes no focus. */}
      <text className="chart-tip" y="-1.75rem" textAnchor={anchorOf(middle, 34)} aria-hidden="true">
        <tspan className="chart-tip-now" x={percent(middle)}>
          {bar.now}
        </tspan>
        <tspan x={percent(middle)} dy="1.25rem">
          {bar.before}
        </tspan>
      </text>
    </>
  );
}

/** Texts near an edge begin or end at their bar, so that they stay within the chart. */
function anchorOf(middle: number, edge: number): 'start' | 'middle' | 'end' {
  if (middle < edge) return 'start';
  return middle > 100 - edge ? 'end' : 'middle';
}

function percent(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

function writeTick(formatLocale: string, amount: number): string {
  const notation = amount >= COMPACT_FROM ? 'compact' : 'standard';
  return new Intl.NumberFormat(formatLocale, { notation }).format(amount);
}

/** The top of a scale for these amounts: the next of 2, 4 and 10 with zeros, whose half is whole too. */
export function topOf(amounts: readonly number[]): number {
  const most = Math.max(...amounts, 1);
  const unit = 10 ** Math.floor(Math.log10(most));
  return unit * ([2, 4, 10].find((times) => times * unit >= most) ?? 20);
}
