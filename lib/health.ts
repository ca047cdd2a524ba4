import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { pool } from './db.ts';

/** How long the database may take to answer, in milliseconds: balancers ask every second or so, and wait for few. */
const ANSWER_MS = 2_000;

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

/** None where only reads are answered: by a standby, or a database that its provider has closed because it is full. */
const APPLIED_MIGRATIONS = `
  SELECT migration_name AS name FROM _prisma_migrations
   WHERE finished_at IS NOT NULL AND current_setting('transaction_read_only') = 'off'`;

/**
 * Whether this process can serve: the database answers soon, takes writes, has room on its disk, and every migration is
 * applied. Never throws.
 */
export async function isHealthy(): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ANSWER_MS);
  const check = canServe().catch(() => false);
  return Promise.race([check, late.promise]).finally(() => clearTimeout(timer));
}

async function canServe(): Promise<boolean> {
  const client = await pool().connect();
  try {
    await client.query(limited(WRITES_TO_DISK));
    const { rows } = await client.query<{ name: string }>(limited(APPLIED_MIGRATIONS));
    client.release();
    const applied = new Set(rows.map((row) => row.name));
    return expectedMigrations().every((name) => applied.has(name));
  } catch (error) {
    // Closed: its transaction may be open, or its server may stand still.
    client.release(true);
    throw error;
  }
}

/** A statement whose rows are waited for as long as the check is. */
function limited(text: string): pg.QueryConfig & { query_timeout: number } {
  return { text, query_timeout: ANSWER_MS };
}
