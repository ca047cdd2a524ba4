// @module-tag full

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { stoppingDatabase } from '#testing/stopping-database.ts';
import { withSchemaEngine } from './schema-engine.ts';

const SCHEMA = { path: 'schema.prisma', content: 'datasource db {\n  provider = "postgresql"\n}\n' };
const FILTERS = { externalTables: [], externalEnums: [] };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS shadow WITH (FORCE)').finally(() => client.end());
  await database.drop();
});

test('a server that stops while connections are being closed causes no error', async () => {
  const stopping = await stoppingDatabase(database.ownerUrl);
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  const none = { baseDir: '/', lockfile, shadowDbInitScript: '', migrationDirectories: [] };
  const { exitCode } = await withSchemaEngine(stopping.url, { files: [SCHEMA] }, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...none },
      to: { tag: 'empty' },
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  );
  expect(exitCode).toBe(0);
  // The one that makes the shadow database, and those to it.
  await expect.poll(stopping.cuts).toBeGreaterThan(1);
  stopping.close();
});
