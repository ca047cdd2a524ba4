import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { loadEnv } from '#lib/env.ts';
import { installQueues } from '#lib/jobs/queues.ts';
import { grantToService, mayMigrate, ownerWarning, roleAt } from './database-roles.ts';
import { ensureDatabase } from './postgres.ts';
import { withSchemaEngine } from './schema-engine.ts';

const PRISMA = resolve(import.meta.dirname, '../prisma');
const MIGRATIONS = join(PRISMA, 'migrations');

/** Content of the file that `prisma migrate` expects beside the migrations. */
const LOCKFILE = 'provider = "postgresql"\n';

/** A number that no other advisory lock of the product uses: two processes migrate one after the other. */
const ADVISORY_LOCK = 7_205_914_118;

const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the missing migrations and records them as `prisma migrate` does, then grants the service its rights on the tables.
 * Safe to call from any number of processes at once.
 * @param url of the service's role
 * @param ownerUrl of the role that owns the tables; with the role of the service, which may not migrate, no migration may be
 *   missing
 * @returns the names of the applied migrations, oldest first
 * @throws Error with the name of the migration and the message of the database; in one sentence where the database has another
 *   history of migrations
 */
export async function migrate({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string[]> {
  const guard = new pg.Client({ connectionString: ownerUrl });
  // A server that goes away is reported by the statement that fails.
  guard.on('error', () => {});
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const list = migrationList();
    const applied = await appliedMigrations(guard);
    requireSameHistory(list, applied);
    if (!(await mayMigrate(guard))) {
      await requireMigrated(guard, list, applied);
      return [];
    }
    await forgetFailures(guard);
    const input = { migrationsList: list, filters: FILTERS };
    const { appliedMigrationNames } = await withSchemaEngine(ownerUrl, schemaFiles(), (engine) =>
      engine.applyMigrations(input),
    );
    await installQueues(ownerUrl);
    const service = await roleAt(url);
    if (service !== (await roleAt(ownerUrl))) await grantToService(guard, service);
    return appliedMigrationNames;
  } finally {
    await guard.end();
  }
}

/** The names of the applied migrations, oldest first; none in a database that was never migrated. */
async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') AS known`);
  if (tables[0]?.known === null) return [];
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}

/**
 * Refuses a database whose history does not begin with the first migration of this build. One that is ahead of this build, or
 * has a migration of another release, is not refused.
 * @throws Error in one sentence
 */
function requireSameHistory({ migrationDirectories: [first] }: MigrationList, applied: string[]): void {
  if (!first || applied.length === 0 || applied.includes(first.path)) return;
  throw new Error(
    `The database begins with the migration "${applied[0]}" instead of "${first.path}": it is of a version that was never released and cannot be migrated. In development delete the data folder (DATA_DIR: .data, or .data-dev of \`npm run dev\`), elsewhere use an empty database.`,
  );
}

/** @throws Error in one sentence if a migration is missing, which this role may not apply. */
async function requireMigrated(client: pg.Client, list: MigrationList, applied: string[]): Promise<void> {
  const missing = list.migrationDirectories.filter(({ path }) => !applied.includes(path));
  if (missing.length === 0) return;
  const { rows } = await client.query('SELECT current_user AS role');
  throw new Error(
    `The database lacks ${missing.length} migrations, which its role "${rows[0]?.role}" may not apply: run \`node scripts/migrate.ts\` with DATABASE_OWNER_URL first.`,
  );
}

/**
 * Marks failed migrations as rolled back, so that they are tried again: each was one transaction. Otherwise Prisma would refuse
 * every later start until an operator resolves it.
 */
async function forgetFailures(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS known`);
  if (rows[0]?.known === null) return;
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
}

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
        filters: FILTERS,
      }),
    );
    const sql = script.stdout ?? '';
    return sql.includes('-- This is an empty migration') ? '' : sql;
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function schemaFiles(): SchemasContainer {
  const names = readdirSync(PRISMA, { recursive: true, encoding: 'utf8' });
  const schemas = names.filter((name) => name.endsWith('.prisma')).sort();
  return { files: schemas.map((path) => ({ path, content: readFileSync(join(PRISMA, path), 'utf8') })) };
}

function migrationList(): MigrationList {
  mkdirSync(MIGRATIONS, { recursive: true });
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: 'migration_lock.toml', content: LOCKFILE },
    shadowDbInitScript: '',
    migrationDirectories: folders
      .map(({ name }) => name)
      .sort()
      .map((name) => {
        const value = readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8');
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
      }),
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

async function main(args: string[]): Promise<void> {
  if (args[0] === '--new' && args[1]) return writeMigration(args[1]);
  if (args.length > 0) throw new Error('Usage: node scripts/migrate.ts [--new name]');
  const { dataDir, databaseUrl, databaseOwnerUrl } = loadEnv();
  const database = await ensureDatabase({ dataDir, databaseUrl, databaseOwnerUrl });
  try {
    const applied = await migrate(database);
    const warning = await ownerWarning(database.url);
    if (warning) console.error(warning);
    console.error(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.');
  } finally {
    await database.stop();
  }
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
