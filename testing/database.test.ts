import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const databases: TestDatabase[] = [];

beforeAll(async () => {
  databases.push(...(await Promise.all([createTestDatabase(), createTestDatabase()])));
});

afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function query(index: number, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databases[index]?.ownerUrl });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

test('a test file gets a migrated database', async () => {
  const { rows } = await query(0, 'SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NOT NULL');
  expect(rows[0].n).toBeGreaterThan(0);
});

test('a test file’s writes are invisible to others', async () => {
  await query(0, 'CREATE TABLE mine (id int)');
  const { rows } = await query(1, `SELECT to_regclass('mine') AS found`);
  expect(rows[0].found).toBeNull();
});
