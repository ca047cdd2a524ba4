import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { grantToService, roleAt } from '#scripts/database-roles.ts';
import { connectAsOwner } from './as-owner.ts';

const MIGRATIONS = 'prisma/migrations';

/**
 * The SQL of all migrations, split at the one whose folder ends in `name`, to test its effect on existing rows.
 * @throws Error when there is no such migration
 */
export function migrationsAround(name: string): { before: string[]; itself: string; after: string[] } {
  const folders = readdirSync(MIGRATIONS)
    .filter((folder) => /^\d+_/.test(folder))
    .sort();
  const at = folders.findIndex((folder) => folder.endsWith(`_${name}`));
  const sql = folders.map((folder) => readFileSync(join(MIGRATIONS, folder, 'migration.sql'), 'utf8'));
  const itself = sql[at];
  if (itself === undefined) throw new Error(`There is no migration ${name}.`);
  return { before: sql.slice(0, at), itself, after: sql.slice(at + 1) };
}

/**
 * Recreates the test file's database by `work` as its owner, for example from before a migration. The service has its
 * rights again afterwards.
 */
export async function madeAnew(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = await connectAsOwner();
  try {
    await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await work(owner);
    await grantToService(owner, await roleAt(process.env.DATABASE_URL ?? ''));
  } finally {
    await owner.end();
  }
}
