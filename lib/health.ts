import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pool } from './db.ts';

/** The migrations this build of the product expects, by name. */
function expectedMigrations(): string[] {
  return readdirSync(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/**
 * Sorts more than fits into memory, so that the server writes a file of some 300 kB and removes it again: the one write
 * that leaves nothing behind, and that fails when no table could grow.
 */
const WRITES_TO_DISK = `
  BEGIN READ ONLY;
  SET LOCAL work_mem = '64kB';
  SELECT sum(length(filling)) FROM (
    SELECT repeat('x', 1000) AS filling FROM generate_series(1, 300) AS n ORDER BY -n OFFSET 0
  ) AS sorted;
  COMMIT`;

/**
 * Whether this process can serve: the database answers, takes writes, has room on its disk, and every migration is applied.
 * Never throws.
 */
export async function isHealthy(): Promise<boolean> {
  try {
    await writeToDisk();
    // None where only reads are answered: by a standby, or a database that its provider has closed because it is full.
    const { rows } = await pool().query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND current_setting('transaction_read_only') = 'off'`,
    );
    const applied = new Set(rows.map((row) => row.name));
    return expectedMigrations().every((name) => applied.has(name));
  } catch {
    return false;
  }
}

async function writeToDisk(): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query(WRITES_TO_DISK);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
