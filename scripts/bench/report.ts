import { cpus, release, totalmem } from 'node:os';
import type { BenchCase } from './cases.ts';
import type { Measure } from './measure.ts';
import type { BenchOptions } from './options.ts';

/** What was measured of one case. */
export type Result = { case: BenchCase; service: Measure; floor: Measure };

/** Requests per second of the service for each one of the floor. */
export function ratioOf({ service, floor }: Result): number {
  return service.perSecond / floor.perSecond;
}

/** The results as a Markdown table, the service's figure before the floor's in each cell. */
export function tableOf(results: readonly Result[]): string {
  const head = [
    '',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU µs',
    'database CPU µs',
    'RSS MiB',
    'ratio',
    'held to',
  ];
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
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What the figures were measured on. */
export function surroundings(options: BenchOptions, postgres: string): string {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  return [
    `${cpus().length} × ${processor}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().replace(/-.*/, '')}`,
    `Node ${process.version}, PostgreSQL ${postgres}`,
    `${options.rows.toLocaleString('en')} links, ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s in turn, medians`,
    `rate limits counted ${options.redis ? 'in Redis' : 'in the process'}; database, load and servers on one machine`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}
