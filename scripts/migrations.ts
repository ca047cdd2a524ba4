import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the migrations. */
export const MIGRATIONS = resolve(import.meta.dirname, '../prisma/migrations');

/** A migration of this build: the name of its folder, which begins with a time, and its SQL. */
export type Migration = { name: string; sql: string };

/** The migrations of this build, oldest first. */
export function readMigrations(): Migration[] {
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.map((name) => ({ name, sql: readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8') }));
}
