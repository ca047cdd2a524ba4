import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pool } from './db.ts';

/** The migrations this build of the product expects, by name. */
function expectedMigrations(): string[] {
  return readdirSync(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Whether this process can serve: the database answers and every migration is applied. Never throws. */
export async function isHealthy(): Promise<boolean> {
  try {
    const { rows } = await pool().query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const applied = new Set(rows.map((row) => row.name));
    return expectedMigrations().every((name) => applied.has(name));
  } catch {
    return false;
  }
}
