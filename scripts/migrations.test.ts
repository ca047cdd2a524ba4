import { expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';

/** Tables whose rows are read by functions, after a lock on a link (lib/locks.ts). */
const CHANGES_ROWS = /ALTER TABLE (payments|causes)\s+(ADD|DROP|ALTER) COLUMN/;
const LOCKS_LINKS = /LOCK TABLE checkout_links IN EXCLUSIVE MODE/;

test('a migration that changes the columns of payments or causes locks the links first', () => {
  const changing = readMigrations().filter(({ sql }) => CHANGES_ROWS.test(sql));
  expect(changing.map(({ name }) => name)).toContain('20261128100000_erased_people');
  for (const { name, sql } of changing)
    expect([name, LOCKS_LINKS.test(sql.slice(0, sql.search(CHANGES_ROWS)))]).toEqual([name, true]);
});
