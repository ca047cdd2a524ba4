import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MIGRATIONS = 'prisma/migrations';

/**
 * The SQL of all migrations in their order, apart at the one whose folder ends in `name`: to try what that one makes of
 * rows that were there before it.
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
