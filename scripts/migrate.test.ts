// @module-tag full

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { stoppingDatabase } from '#testing/stopping-database.ts';
import { migrate } from './migrate.ts';
import { migrationList, pendingChanges, schemaFiles } from './new-migration.ts';
import { withSchemaEngine } from './schema-engine.ts';

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

test('Prisma finds the recorded history complete, with its own checksums', async () => {
  const input = {
    migrationsList: migrationList(),
    optInToShadowDatabase: false,
    filters: { externalTables: [], externalEnums: [] },
  };
  const diagnosis = await withSchemaEngine(database.ownerUrl, schemaFiles(), (engine) =>
    engine.diagnoseMigrationHistory(input),
  );
  expect(diagnosis).toMatchObject({
    hasMigrationsTable: true,
    history: null,
    editedMigrationNames: [],
    failedMigrationNames: [],
  });
  const { appliedMigrationNames } = await withSchemaEngine(database.ownerUrl, schemaFiles(), (engine) =>
    engine.applyMigrations({ migrationsList: input.migrationsList, filters: input.filters }),
  );
  expect(appliedMigrationNames).toEqual([]);
});

test('a database that is up to date is left alone', async () => {
  await expect(migrate(database)).resolves.toEqual([]);
});

test('a server that stops while connections are being closed causes no error', async () => {
  const stopping = await stoppingDatabase(database.ownerUrl);
  await expect(migrate({ ...database, ownerUrl: stopping.url })).resolves.toEqual([]);
  // The migration's own, and those of the queues.
  await expect.poll(stopping.cuts).toBeGreaterThan(1);
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
  await query('DELETE FROM _prisma_migrations WHERE started_at = (SELECT max(started_at) FROM _prisma_migrations)');
  await expect(migrate(database)).rejects.toThrow(/already exists|does not exist/);
  await expect(migrate(database)).rejects.toThrow(/already exists|does not exist/);
});

test('a migration waits for a table in use without keeping others waiting behind it', async () => {
  const fresh = await createTestDatabase();
  const clients = Array.from({ length: 3 }, () => new pg.Client({ connectionString: fresh.ownerUrl }));
  const [writer, other, watcher] = clients as [pg.Client, pg.Client, pg.Client];
  for (const client of clients) await client.connect();
  await watcher.query('DROP INDEX emails_sent');
  await watcher.query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_sent_mails'`);
  await writer.query('BEGIN; LOCK TABLE emails IN ROW EXCLUSIVE MODE');
  const migrating = migrate(fresh);
  const waits = `SELECT 1 FROM pg_locks WHERE relation = 'emails'::regclass AND NOT granted`;
  await expect.poll(async () => (await watcher.query(waits)).rowCount).toBe(1);
  // Another one writes although the first has not ended: the migration has stepped back.
  await other.query(`BEGIN; SET LOCAL lock_timeout = '60s'; LOCK TABLE emails IN ROW EXCLUSIVE MODE; COMMIT`);
  await writer.query('COMMIT');
  await expect(migrating).resolves.toEqual([expect.stringMatching(/_sent_mails$/)]);
  for (const client of clients) await client.end();
  await fresh.drop();
});

describe('a database with another history of migrations', () => {
  const HISTORY = 'SELECT migration_name, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY 1';
  const add = (name: string) =>
    query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES (gen_random_uuid(), '', '${name}', now(), 1)`);
  beforeEach(async () => {
    await database.drop();
    database = await createTestDatabase();
  });

  test.each([
    ['older', ['20261121021640_initial', '20261121021641_guarantees']],
    ['newer', ['20991231235959_other']],
    ['around ours', ['20261121021640_initial', '20991231235959_other']],
  ])('is refused in one sentence and left as it is: %s', async (_, names) => {
    await query('DELETE FROM _prisma_migrations');
    for (const name of names) await add(name);
    const { rows } = await query(HISTORY);
    const sentence = `The database begins with the migration "${names[0]}" instead of "20261127120000_text_keys": it is of a version that was never released and cannot be migrated. In development delete the data folder (DATA_DIR: .data, or .data-dev of \`npm run dev\`), elsewhere use an empty database.`;
    await expect(migrate(database)).rejects.toThrow(sentence);
    await expect(migrate({ url: database.url, ownerUrl: database.url })).rejects.toThrow(sentence);
    expect((await query(HISTORY)).rows).toEqual(rows);
  });

  test('that is ahead of this build is served, as after going back to the previous image', async () => {
    await add('20991231235959_next');
    await expect(migrate(database)).resolves.toEqual([]);
    await expect(migrate({ url: database.url, ownerUrl: database.url })).resolves.toEqual([]);
  });
});
