import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#scripts/migrate.ts';
import { ensureDatabase } from '#scripts/postgres.ts';
import { throwawayFolder } from './throwaway-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, for the service and for the owner, with a migrated, empty database that test files copy. */
    testServer: { url: string; ownerUrl: string; template: string };
  }
}

/**
 * Runs once before all test files: a PostgreSQL server (`TEST_DATABASE_URL` and `TEST_DATABASE_OWNER_URL`, else a temporary
 * embedded one) with a migrated template database. Tests use it with the service's role.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = throwawayFolder('test-database-');
  const { TEST_DATABASE_URL: databaseUrl, TEST_DATABASE_OWNER_URL: databaseOwnerUrl } = process.env;
  const server = await ensureDatabase({ dataDir, databaseUrl, databaseOwnerUrl, durable: false });
  const template = `test_template_${process.pid}`;
  await administer(server.ownerUrl, `CREATE DATABASE ${template}`);
  await migrate({ url: within(server.url, template), ownerUrl: within(server.ownerUrl, template) });
  project.provide('testServer', { url: server.url, ownerUrl: server.ownerUrl, template });
  return async () => {
    await administer(server.ownerUrl, `DROP DATABASE ${template} WITH (FORCE)`);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function within(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
