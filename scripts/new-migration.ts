import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm';
import { MIGRATIONS, readMigrations } from './migrations.ts';
import { ensureDatabase } from './postgres.ts';
import { withSchemaEngine } from './schema-engine.ts';

/** Content of the file that `prisma migrate` expects beside the migrations. */
const LOCKFILE = 'provider = "postgresql"\n';
const SCHEMA = join(MIGRATIONS, '..');

/**
 * The SQL that leads from the migration files to the schema files; empty when they agree.
 * Runs on a throwaway server, so no database of the product is touched.
 */
export async function pendingChanges(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'migrate-'));
  const database = await ensureDatabase({ dataDir, durable: false });
  try {
    const script = await withSchemaEngine(database.ownerUrl, schemaFiles(), (engine) =>
      engine.diff({
        from: { tag: 'migrations', ...migrationList() },
        to: { tag: 'schemaDatamodel', ...schemaFiles() },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    const sql = script.stdout ?? '';
    return sql.includes('-- This is an empty migration') ? '' : sql;
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The schema files, for Prisma's engine. */
export function schemaFiles(): SchemasContainer {
  const names = readdirSync(SCHEMA, { recursive: true, encoding: 'utf8' });
  const schemas = names.filter((name) => name.endsWith('.prisma')).sort();
  return { files: schemas.map((path) => ({ path, content: readFileSync(join(SCHEMA, path), 'utf8') })) };
}

/** The migrations, for Prisma's engine. */
export function migrationList(): MigrationList {
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: 'migration_lock.toml', content: LOCKFILE },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations().map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function writeMigration(name: string): Promise<void> {
  const sql = await pendingChanges();
  if (sql === '') {
    console.error('The migrations already describe the schema: nothing to write.');
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(MIGRATIONS, `${stamp}_${name.replace(/\W+/g, '_')}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  writeFileSync(join(MIGRATIONS, 'migration_lock.toml'), LOCKFILE);
  console.error(`Wrote ${folder}/migration.sql`);
}

if (import.meta.main) {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0) {
    console.error('Usage: node scripts/new-migration.ts what_changes');
    process.exit(1);
  }
  await writeMigration(name);
}
