import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { machine, markdown } from '#scripts/bench/report.ts';
import type { SectionReport } from './section.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = resolve(ROOT, 'docs/exactly-once.md');
const HEADING = '## The last runs\n\n';

/** The commit that is proved. @throws Error where something is not committed: the figures would be of nobody's code */
export function provedCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new Error('--write is for a tree in which everything is committed.');
  return git('rev-parse', '--short', 'HEAD');
}

/** Puts what a section found into docs/exactly-once.md, in the place of its last run. */
export function publish(report: SectionReport, commit: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const facts = `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine()}, Node ${process.version}`;
  writeFileSync(PAGE, withRun(page, report, facts));
}

/** The page with a section's run in the place of its last one, or behind the others. */
export function withRun(
  page: string,
  { title, figures, columns, rows, failures }: SectionReport,
  facts: string,
): string {
  const [before = '', all = ''] = page.split(HEADING);
  const end = all.search(/^## /m);
  const runs = (end < 0 ? all : all.slice(0, end)).split(/^(?=### )/m).filter((run) => run.trim() !== '');
  const parts = [
    `### ${title}`,
    `${facts}.`,
    markdown(
      ['What', 'Figure'],
      figures.map((row) => [...row]),
    ),
    ...(rows.length > 0
      ? [
          markdown(
            [...columns],
            rows.map((row) => [...row]),
          ),
        ]
      : []),
    ...failures.map((failure) => `**Wrong:** ${failure}`),
  ];
  const run = parts.map((part) => `${part}\n\n`).join('');
  const at = runs.findIndex((one) => one.startsWith(`### ${title}\n`));
  const others = at < 0 ? [...runs, run] : runs.with(at, run);
  return before + HEADING + others.join('') + (end < 0 ? '' : all.slice(end));
}
