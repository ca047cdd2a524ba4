import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { BenchCase } from './cases.ts';
import type { Measure } from './measure.ts';
import type { BenchOptions } from './options.ts';

const REPORT = resolve(import.meta.dirname, '../../docs/benchmarks.md');

/** The measurements of one case. */
export type Result = { case: BenchCase; service: Measure; floor: Measure };

/** The service's requests per second divided by the floor's. */
export function ratioOf({ service, floor }: Result): number {
  return service.perSecond / floor.perSecond;
}

/** The results as a Markdown table, the service's figure before the floor's in each cell. */
export function tableOf(results: readonly Result[]): string {
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'database CPU µs', 'RSS MiB', 'ratio', 'held to'];
  const rows = results.map((result) => {
    const { service, floor } = result;
    const both = (figure: keyof Measure, digits: number) =>
      `${service[figure].toFixed(digits)} / ${floor[figure].toFixed(digits)}`;
    const target = result.case.target;
    return [
      result.case.title,
      both('perSecond', 0),
      both('p50Ms', 1),
      both('p99Ms', 1),
      both('cpuMicros', 0),
      both('databaseMicros', 0),
      both('rssMiB', 0),
      ratioOf(result).toFixed(2),
      target === undefined ? '' : `≥ ${target.toFixed(2)}`,
    ];
  });
  return markdown(head, rows);
}

/** The rates of the same cases on databases of several sizes, and their ratio to those on the first. */
export function growthTable(sizes: readonly { rows: number; results: readonly Result[] }[]): string {
  const [first, ...larger] = sizes;
  if (!first) return '';
  const name = ({ rows }: { rows: number }) => linksOf(rows);
  const head = ['', ...sizes.map(name), ...larger.map((size) => `${name(size)} ÷ ${name(first)}`)];
  const lines = first.results.map(({ case: { title } }, index) => {
    const at = ({ results }: { results: readonly Result[] }, side: 'service' | 'floor') =>
      results[index]?.[side].perSecond ?? Number.NaN;
    const both = (digits: number, figure: (side: 'service' | 'floor') => number) =>
      `${figure('service').toFixed(digits)} / ${figure('floor').toFixed(digits)}`;
    return [
      title,
      ...sizes.map((size) => both(0, (side) => at(size, side))),
      ...larger.map((size) => both(2, (side) => at(size, side) / at(first, side))),
    ];
  });
  return markdown(head, lines);
}

/** Describes the amount of data. */
export function linksOf(...rows: number[]): string {
  return `${new Intl.ListFormat('en').format(rows.map((each) => each.toLocaleString('en')))} links`;
}

/** The machine, in words. */
export function machine(): string {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${processor}, ${memory} GiB, Linux ${release().replace(/-.*/, '')}`;
}

/** Describes the machine. */
export function machineNotes(options: BenchOptions, postgres: string): string {
  return [
    machine(),
    `Node ${process.version}, PostgreSQL ${postgres}`,
    `${linksOf(...options.rows)}, ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s in turn, medians`,
    `rate limits counted ${options.redis ? 'in Redis' : 'in the process'}; database, load and servers on one machine`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

/**
 * Puts a section into docs/benchmarks.md, dated today and before the others: the newest figures come first.
 * @param title what follows the date
 */
export function addToReport(title: string, parts: readonly string[]): void {
  const heading = `## ${new Date().toISOString().slice(0, 10)}: ${title}`;
  const [head = '', ...earlier] = readFileSync(REPORT, 'utf8').split(/^(?=## \d{4}-)/m);
  const section = [heading, ...parts].map((part) => `${part}\n\n`).join('');
  writeFileSync(REPORT, [head, section, ...earlier].join(''));
  console.error(`Written to ${REPORT}`);
}

/** A Markdown table. */
export function markdown(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
