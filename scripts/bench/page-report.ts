import type { Measure } from './measure.ts';
import { type Fetched, type PageLoad, PHONE } from './page-load.ts';
import { machine, markdown } from './report.ts';

/** A link of each country is paid in its own way by default: card, bank transfer, wallet. */
export const COUNTRIES = ['US', 'CO', 'MX'] as const;
export type Country = (typeof COUNTRIES)[number];

/** The measurements of one site: loads by country, and rates of its page if they were measured. */
export type PageResult = { name: string; loads: Record<Country, PageLoad[]>; rates: Measure[] };

type Figure = { title: string; country: Country; of: (load: PageLoad) => number; digits?: number };

const FIGURES: readonly Figure[] = [
  { title: 'card: first contentful paint, ms', country: 'US', of: ({ fcpMs }) => fcpMs },
  { title: 'card: largest contentful paint, ms', country: 'US', of: ({ lcpMs }) => lcpMs },
  { title: 'card: pay button alive, ms', country: 'US', of: ({ signs }) => signs.submit ?? Number.NaN },
  { title: '**card: form usable, ms**', country: 'US', of: ({ usableMs }) => usableMs },
  { title: 'card: cumulative layout shift', country: 'US', of: ({ cls }) => cls, digits: 3 },
  { title: 'card: our JavaScript until usable, bytes', country: 'US', of: ({ scriptBytes }) => scriptBytes },
  { title: 'card: our JavaScript in all, bytes', country: 'US', of: (load) => load.scriptBytesAtRest },
  { title: 'card: HTML, bytes', country: 'US', of: ({ htmlBytes }) => htmlBytes },
  { title: 'card: requests, the processor’s too', country: 'US', of: ({ requests }) => requests },
  { title: 'bank transfer: pay button alive, ms', country: 'CO', of: ({ usableMs }) => usableMs },
  { title: 'bank transfer: our JavaScript, bytes', country: 'CO', of: (load) => load.scriptBytesAtRest },
  { title: 'wallet: pay button alive, ms', country: 'MX', of: ({ usableMs }) => usableMs },
  { title: 'wallet: our JavaScript, bytes', country: 'MX', of: (load) => load.scriptBytesAtRest },
];

/** The median, minimum and maximum of every figure, with a column for each site. */
export function pageTable(results: readonly PageResult[]): string {
  const rows = FIGURES.map(({ title, country, of, digits = 0 }) => [
    title,
    ...results.map(({ loads }) => spread(loads[country].map(of), digits)),
  ]);
  const cells = (figure: keyof Measure) =>
    results.map(({ rates }) =>
      spread(
        rates.map((rate) => rate[figure]),
        0,
      ),
    );
  const rates = [
    ['pages/s under load', ...cells('perSecond')],
    ['processor time of the server for a page, µs', ...cells('cpuMicros')],
  ];
  const isLoaded = results.some(({ rates }) => rates.length > 0);
  return markdown(['', ...results.map(({ name }) => name)], isLoaded ? [...rows, ...rates] : rows);
}

/**
 * Describes the machine and the method of the measurement.
 * @param rate how they were loaded without a browser; undefined where they were not
 */
export function pageConditions(
  rounds: number,
  browser: string,
  rate: { connections: number; seconds: number } | undefined,
): string {
  const { width, height, scale, slowdown, downMbit, upMbit, latencyMs } = PHONE;
  return [
    machine(),
    `Node ${process.version}, Chromium ${browser}`,
    `${width}×${height} px at ${scale}, processor slowed down ${slowdown} times, ${downMbit} Mbit/s down, ${upMbit} Mbit/s up, ${latencyMs} ms a request; a new link and an empty cache for each load`,
    `${rounds} loads of each page in turn after one that does not count: median (least to most); bytes as they travel, without the QA deck`,
    ...(rate
      ? [`pages/s: ${rate.connections} connections, ${rounds} × ${rate.seconds} s in turn, nothing slowed down`]
      : []),
    'database, servers, emulators, and browser on one machine',
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

/** The requests of a load as a table, in the order in which they began. */
export function waterfallOf(load: PageLoad | undefined): string {
  if (!load) return '';
  const rows = load.fetched.map((each) => [
    nameOf(each),
    ...[each.startMs, each.firstByteMs, each.endMs].map((ms) => ms.toFixed(0)),
    String(each.bytes),
    each.encoding,
  ]);
  const signs = Object.entries(load.signs).map(([sign, ms]) => `${sign} ${ms.toFixed(0)}`);
  const table = markdown(['', 'asked ms', 'first byte ms', 'here ms', 'bytes', 'encoding'], rows);
  return `${table}\n\nFirst paint ${load.fcpMs.toFixed(0)} ms; ${signs.join(', ')}.`;
}

function nameOf({ url, isOurs, type }: Fetched): string {
  const { pathname } = new URL(url);
  return `${isOurs ? '' : 'processor: '}${pathname} (${type})`;
}

function spread(figures: readonly number[], digits: number): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const [least = Number.NaN, most = Number.NaN] = [sorted[0], sorted.at(-1)];
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  const text = (figure: number) => figure.toFixed(digits);
  return least === most ? text(median) : `${text(median)} (${text(least)} to ${text(most)})`;
}
