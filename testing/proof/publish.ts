import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { machine, markdown } from '#scripts/bench/report.ts';
import { count, type SectionReport } from './section.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = resolve(ROOT, 'docs/exactly-once.md');
const RUNS = resolve(ROOT, 'lib/docs/guide/proof-runs.json');
const HEADING = '## The last runs\n\n';

/** The commit that is proved. @throws Error where something is not committed: the figures would be of nobody's code */
export function provedCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new Error('--write is for a tree in which everything is committed.');
  return git('rev-parse', '--short', 'HEAD');
}

/**
 * Puts what a section found into docs/exactly-once.md, in the place of its last run, and its figures into the public documentation.
 * @param isAdded adds the figures to those of the runs that stand there: a long run in parts
 */
export function publish(report: SectionReport, commit: string, isAdded: boolean): void {
  const facts = `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine()}, Node ${process.version}.`;
  const page = withRun(readFileSync(PAGE, 'utf8'), report, facts, isAdded);
  writeFileSync(PAGE, page);
  writeFileSync(RUNS, `${JSON.stringify(figuresOf(page), undefined, 2)}\n`);
}

/** The runs of a page by the title of their section: what was run where, and the figures. */
export function figuresOf(page: string): Record<string, { run: string; figures: Record<string, string> }> {
  const found = runsOf(page).runs.map((run) => {
    const title = /^### (.*)$/m.exec(run)?.[1] ?? '';
    const table = run.split('| What | Figure |\n| --- | --- |\n')[1]?.split('\n\n')[0] ?? '';
    return [title, { run: commitsOf(run).join(' '), figures: Object.fromEntries(table.split('\n').map(cellsOf)) }];
  });
  return Object.fromEntries(found);
}

/** The runs of a page, each with its heading, and what stands before and behind them. */
function runsOf(page: string): { before: string; runs: string[]; behind: string } {
  const [before = '', all = ''] = page.split(HEADING);
  const end = all.search(/^## /m);
  const parts = (end < 0 ? all : all.slice(0, end)).split(/^(?=### )/m);
  const [about, runs] = [
    parts.filter((part) => !part.startsWith('### ')),
    parts.filter((part) => part.startsWith('### ')),
  ];
  return { before: before + HEADING + about.join(''), runs, behind: end < 0 ? '' : all.slice(end) };
}

function commitsOf(run: string): string[] {
  return run.match(/^Commit .*/gm) ?? [];
}

/** The page with a section's run in the place of its last one, added to that, or behind the others. */
export function withRun(page: string, found: SectionReport, facts: string, isAdded = false): string {
  const { before, runs, behind } = runsOf(page);
  const at = runs.findIndex((one) => one.startsWith(`### ${found.title}\n`));
  const last = isAdded ? runs[at] : undefined;
  const { title, figures, columns, rows, failures } = last === undefined ? found : added(last, found);
  const parts = [
    `### ${title}`,
    ...commitsOf(last ?? ''),
    facts,
    table(['What', 'Figure'], figures),
    ...(rows.length > 0 ? [table(columns, rows)] : []),
    ...(last?.match(/^\*\*Wrong:.*/gm) ?? []),
    ...failures.map((failure) => `**Wrong:** ${failure}`),
  ];
  const run = parts.map((part) => `${part}\n\n`).join('');
  const others = at < 0 ? [...runs, run] : runs.with(at, run);
  return before + others.join('') + behind;
}

type Row = readonly [what: string, value: string];

/** A report whose numbers are those of a published run and of a new one together. Seeds are listed. */
function added(last: string, report: SectionReport): SectionReport {
  const known = new Map(last.split('\n').flatMap((line) => (line.startsWith('| ') ? [cellsOf(line)] : [])));
  const sum = ([what, value]: Row): Row => {
    const before = known.get(what);
    known.delete(what);
    if (before === undefined) return [what, value];
    return [what, what === 'seed' ? `${before}, ${value}` : count(numberOf(before) + numberOf(value))];
  };
  const figures = report.figures.map(sum);
  const rows = report.rows.map(([what = '', value = '']) => sum([what, value]));
  // Of what this run did not have; the heads of the tables and the lines below them have no numbers.
  const others = [...known].filter(([, value]) => /^\d/.test(value));
  return { ...report, figures, rows: [...rows, ...others] };
}

/** The cells of a line of a table with two columns: what is counted, and its number. */
function cellsOf(line: string): [string, string] {
  const [, what = '', value = ''] = /^\| (.*) \| (.*) \|$/.exec(line) ?? [];
  return [what, value];
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''));
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdown(
    [...columns],
    rows.map((row) => [...row]),
  );
}
