// @module-tag full

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { stoppingDatabase } from '#testing/stopping-database.ts';
import { migrate, pendingChanges } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

test('the migrations describe the schema, and nothing Prisma cannot express would be dropped', async () => {
  await expect(pendingChanges()).resolves.toBe('');
});

test('a database that is up to date is left alone', async () => {
  await expect(migrate(database)).resolves.toEqual([]);
});

test('a server that stops while connections are being closed causes no error', async () => {
  const stopping = await stoppingDatabase(database.ownerUrl);
  await expect(migrate({ ...database, ownerUrl: stopping.url })).resolves.toEqual([]);
  // The guard of the migration, the engine's and the queues'; a pool does not wait for the last of its connections.
  await expect.poll(stopping.cuts).toBeGreaterThan(2);
  stopping.close();
});

test('concurrent starts migrate once', async () => {
  await query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const runs = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  const applied = runs.filter((names) => names.length > 0);
  expect(applied).toHaveLength(1);
  const { rows } = await query('SELECT migration_name FROM _prisma_migrations ORDER BY started_at');
  expect(rows.map((row) => row.migration_name)).toEqual(applied[0]);
});

test('a migration that failed is tried again instead of blocking every start', async () => {
  await query(
    'DELETE FROM _prisma_migrations WHERE started_at = (SELECT min(started_at) FROM _prisma_migrations)',
  );
  await expect(migrate(database)).rejects.toThrow(/already exists|does not exist/);
  await expect(migrate(database)).rejects.toThrow(/already exists|does not exist/);
});
