import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#scripts/migrate.ts';
import { ensureDatabase } from '#scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL, and its database that has every migration applied and no rows; test files copy it. */
    testServer: { url: string; template: string };
  }
}

/**
 * Runs once before all test files: one PostgreSQL (`TEST_DATABASE_URL`, else an embedded one that is thrown
 * away afterwards) with one migrated database to copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-database-'));
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const server = await ensureDatabase({ dataDir, databaseUrl, durable: false });
  const template = `test_template_${process.pid}`;
  await administer(server.url, `CREATE DATABASE ${template}`);
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  project.provide('testServer', { url: server.url, template });
  return async () => {
    await administer(server.url, `DROP DATABASE ${template} WITH (FORCE)`);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
