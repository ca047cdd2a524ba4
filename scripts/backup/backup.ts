import pg from 'pg';
import { timestamp } from '#lib/clock.ts';
import { requireDataKeys } from '#lib/encryption/stored.ts';
import type { DataKeys } from '#lib/env/data-keys.ts';
import { inTemporaryFolder } from '../data-dir.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrations.ts';
import { ensureDatabase } from '../postgres.ts';
import { type Header, readArchive, readHeader, UnreadableBackup, writeArchive } from './archive.ts';
import { dumpDatabase, type RowCounts, restoreDump } from './dump.ts';

/** The newest migration of this build. */
function newestMigration(): string {
  return readMigrations().at(-1)?.name ?? '';
}

/** Writes a backup of a database, which goes on meanwhile, to a new file. Returns its size in bytes. @throws Error */
export async function createBackup(file: string, url: string, keys: DataKeys, now: Date): Promise<number> {
  // Not that of this build, which may be older than its database: the rows are of the database's version.
  const [newest] = await ask<{ name: string | null }>(
    url,
    'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
  );
  const about = { created_at: timestamp(now), migration: newest?.name ?? newestMigration(), keys };
  return writeArchive(file, about, dumpDatabase(url));
}

/** What was restored: when the backup was made, and how many rows. */
export type Restored = { created_at: string; rows: number };

/**
 * Puts a backup into a database that has no account, cause or payment yet.
 * @param ownerUrl as the role that owns the tables
 * @throws UnreadableBackup; Error for a database in use
 */
export async function restoreBackup(file: string, ownerUrl: string, keys: DataKeys): Promise<Restored> {
  const header = await requireReadable(file);
  const inUse = await ask<{ used: boolean }>(
    ownerUrl,
    'SELECT EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM causes) OR EXISTS (SELECT 1 FROM payments) AS used',
  );
  if (inUse[0]?.used) throw new Error('The database is in use. A backup is restored into an empty one.');
  return { created_at: header.created_at, rows: total(await restoreDump(ownerUrl, readArchive(file, keys))) };
}

/**
 * Restores a backup into a database of its own, which is deleted again, and lets `look` check it.
 * @param look gets the connection string of the service's role
 * @throws UnreadableBackup; what `look` throws; Error for values that no key opens
 */
export async function tryBackup(file: string, keys: DataKeys, look: (url: string) => Promise<void>): Promise<Restored> {
  return inTemporaryFolder('backup-', async (folder) => {
    const database = await ensureDatabase({ dataDir: folder, durable: false });
    try {
      await migrate(database);
      const restored = await restoreBackup(file, database.ownerUrl, keys);
      await withClient(database.url, (client) => requireDataKeys(client, keys));
      await look(database.url);
      return restored;
    } finally {
      await database.stop();
    }
  });
}

/** @throws UnreadableBackup */
async function requireReadable(file: string): Promise<Header> {
  const header = await readHeader(file);
  if (header.migration === newestMigration()) return header;
  throw new UnreadableBackup(
    `It is of the version with the migration ${header.migration}. Restore it with that version, and upgrade then.`,
  );
}

function total(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(statement)).rows);
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away is reported by the statement that fails.
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}
