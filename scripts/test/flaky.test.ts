import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const FILE = resolve(import.meta.dirname, '../../e2e/flaky.json');
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

const entries = z.array(
  z.strictObject({
    test: z.string().regex(/^\S+\.(spec|test)\.tsx?(:\d+)? › /),
    date: z.iso.date(),
    first_error: z.string().min(1),
    suspected_cause: z.string().min(1),
  }),
);

test('at most five tests are known to be flaky, and none for more than thirty days', () => {
  const known = entries.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  expect(known.length).toBeLessThanOrEqual(5);
  for (const { test: name, date } of known)
    expect((Date.now() - Date.parse(date)) / DAY_MS, name).toBeLessThan(MOST_DAYS);
});
