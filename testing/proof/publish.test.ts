import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import published from '#lib/docs/guide/proof-runs.json' with { type: 'json' };
import { figuresOf, withRun } from './publish.ts';

const PAGE = `# Exactly once

## The last runs

### Model

An old run.

### Walks

Another one.

## What was found

- Nothing.
`;
const WALKS = {
  title: 'Walks',
  figures: [['walks', '5,000']],
  columns: ['step', 'times'],
  rows: [['mint', '9']],
  failures: [],
} as const;

test('a run takes the place of the last one of its section, and of nothing else', () => {
  const page = withRun(PAGE, WALKS, 'Commit abc.');
  expect(page).toContain(
    '### Walks\n\nCommit abc.\n\n| What | Figure |\n| --- | --- |\n| walks | 5,000 |\n\n| step | times |',
  );
  expect(page).not.toContain('Another one.');
  expect(page).toContain('An old run.');
  expect(page).toMatch(/\| mint \| 9 \|\n\n## What was found\n\n- Nothing\.\n$/);
  expect(withRun(page, WALKS, 'Commit abc.')).toBe(page);
});

test('the first run of a section comes behind the others, with what it found wrong', () => {
  const page = withRun(PAGE, { ...WALKS, title: 'Game', failures: ['seed 7 loses a refund'] }, 'Commit abc.');
  expect(page.indexOf('### Game')).toBeGreaterThan(page.indexOf('### Walks'));
  expect(page).toContain('**Wrong:** seed 7 loses a refund\n\n## What was found');
});

test('a run that is added to the last one has the figures of both, and both commits', () => {
  const chaos = (donations: string, seed: string, rows: [string, string][], failures: string[] = []) => ({
    title: 'Chaos',
    figures: [['donations', donations] as const, ['seed', seed] as const],
    columns: ['what', 'times'],
    rows,
    failures,
  });
  const first = withRun(
    PAGE,
    chaos(
      '9,500',
      '7',
      [
        ['server | killed', '3'],
        ['disk full', '2'],
      ],
      ['a link flipped'],
    ),
    'Commit a.',
  );
  const both = withRun(
    first,
    chaos('600', '8', [
      ['server | killed', '4'],
      ['worker killed', '1'],
    ]),
    'Commit b.',
    true,
  );
  expect(both.split('### Chaos\n\n')[1]?.split('\n\n## ')[0]).toBe(
    [
      'Commit a.',
      'Commit b.',
      '| What | Figure |\n| --- | --- |\n| donations | 10,100 |\n| seed | 7, 8 |',
      '| what | times |\n| --- | --- |\n| server | killed | 7 |\n| worker killed | 1 |\n| disk full | 2 |',
      '**Wrong:** a link flipped',
    ].join('\n\n'),
  );
  // The first run of its section, as if it were not added.
  expect(withRun(PAGE, WALKS, 'Commit abc.', true)).toContain('| walks | 5,000 |');
});

test('the public documentation has the figures of the page', () => {
  const figures = figuresOf(readFileSync('docs/exactly-once.md', 'utf8'));
  expect(Object.keys(figures)).toEqual(expect.arrayContaining(['Model', 'Walks', 'Game', 'Chaos', 'Mutants']));
  for (const { run, figures: each } of Object.values(figures)) {
    expect(run).toMatch(/^Commit [0-9a-f]{7,}, \d{4}-\d\d-\d\d, /);
    expect(Object.keys(each).length).toBeGreaterThan(2);
  }
  expect(published).toEqual(figures);
});
