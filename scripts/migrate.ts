import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { loadEnv } from '#lib/env.ts';
import { installQueues } from '#lib/jobs/queues.ts';
import { grantToService, type Identity, identityAt, mayMigrate, ownerWarning } from './database-roles.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { ensureDatabase } from './postgres.ts';

/** A number that no other advisory lock of the product uses: two processes migrate one after the other. */
const ADVISORY_LOCK = 7_205_914_118;

/**
 * How long a statement of a migration waits for a table that is in use: whoever needs the table afterwards waits behind it. Then it
 * lets everybody pass, and tries again.
 */
const LOCK_WAIT = '1s';
const LOCK_PAUSE_MS = 2_000;
/** Some minutes. */
const LOCK_TRIES = 100;
/** PostgreSQL's code for a lock that was not got in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** As `prisma migrate` creates it. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/**
 * Applies the missing migrations and records them as `prisma migrate` does, then grants the service its rights on the tables.
 * Safe to call from any number of processes at once.
 * @param url of the service's role
 * @param ownerUrl of the role that owns the tables; with the role of the service, which may not migrate, no migration may be
 *   missing
 * @returns the names of the applied migrations, oldest first
 * @throws Error with the name of the migration and the message of the database; in one sentence where the database has another
 *   history of migrations, or the two addresses lead to two databases
 */
export async function migrate({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // A server that goes away is reported by the statement that fails.
  owner.on('error', () => {});
  await owner.connect();
  try {
    const [service, migrator] = [await identityAt(url), await identityAt(ownerUrl)];
    requireSameDatabase(service, migrator);
    await owner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrations = readMigrations();
    const applied = await appliedMigrations(owner);
    requireSameHistory(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.includes(name));
    if (!(await mayMigrate(owner))) {
      await requireMigrated(owner, missing);
      return [];
    }
    await owner.query(RECORDS);
    for (const migration of missing) await applyBetween(owner, migration);
    await installQueues(ownerUrl);
    if (service.role !== migrator.role) await grantToService(owner, service.role);
    return missing.map(({ name }) => name);
  } finally {
    await owner.end();
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

/** @throws Error in one sentence when the service would not use the database that is migrated. */
function requireSameDatabase(service: Identity, migrator: Identity): void {
  if (service.database === migrator.database) return;
  throw new Error(
    `DATABASE_URL must lead to the same database as DATABASE_OWNER_URL: the first leads to "${service.database}", the second to "${migrator.database}".`,
  );
}

/**
 * Refuses a database whose history does not begin with the first migration of this build. One that is ahead of this build, or
 * has a migration of another release, is not refused.
 * @throws Error in one sentence
 */
function requireSameHistory([first]: Migration[], applied: string[]): void {
  if (!first || applied.length === 0 || applied.includes(first.name)) return;
  throw new Error(
    `The database begins with the migration "${applied[0]}" instead of "${first.name}": it is of a version that was never released and cannot be migrated. In development delete the data folder (DATA_DIR: .data, or .data-dev of \`npm run dev\`), elsewhere use an empty database.`,
  );
}

/** @throws Error in one sentence if a migration is missing, which this role may not apply. */
async function requireMigrated(client: pg.Client, missing: Migration[]): Promise<void> {
  if (missing.length === 0) return;
  const { rows } = await client.query('SELECT current_user AS role');
  throw new Error(
    `The database lacks ${missing.length} migrations, which its role "${rows[0]?.role}" may not apply: run \`node scripts/migrate.ts\` with DATABASE_OWNER_URL first.`,
  );
}

/** Applies a migration as soon as the tables that it changes are free for a moment, without keeping anybody else waiting for long. */
async function applyBetween(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const { code } = (error as Error).cause as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      if (tries === 1) console.error(`The migration ${migration.name} waits for a table that is in use…`);
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

/** Applies a migration and records it, in one transaction: one that fails leaves nothing behind and is tried again. */
async function apply(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
      [hash('sha256', sql), name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${message}`, { cause: error });
  }
}

async function main(args: string[]): Promise<void> {
  if (args.length > 0) throw new Error('Usage: node scripts/migrate.ts');
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
