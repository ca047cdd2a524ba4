import { expect, test } from 'vitest';
import { withRun } from './publish.ts';

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
  const page = withRun(PAGE, WALKS, 'Commit abc');
  expect(page).toContain(
    '### Walks\n\nCommit abc.\n\n| What | Figure |\n| --- | --- |\n| walks | 5,000 |\n\n| step | times |',
  );
  expect(page).not.toContain('Another one.');
  expect(page).toContain('An old run.');
  expect(page).toMatch(/\| mint \| 9 \|\n\n## What was found\n\n- Nothing\.\n$/);
  expect(withRun(page, WALKS, 'Commit abc')).toBe(page);
});

test('the first run of a section comes behind the others, with what it found wrong', () => {
  const page = withRun(PAGE, { ...WALKS, title: 'Game', failures: ['seed 7 loses a refund'] }, 'Commit abc');
  expect(page.indexOf('### Game')).toBeGreaterThan(page.indexOf('### Walks'));
  expect(page).toContain('**Wrong:** seed 7 loses a refund\n\n## What was found');
});
