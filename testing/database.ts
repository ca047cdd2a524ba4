import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated, empty database of one test file, for the service and for the owner of its tables. */
export type TestDatabase = { url: string; ownerUrl: string; drop: () => Promise<void> };

/**
 * Copies the migrated template into a new database, in some 200 ms. Call it in `beforeAll`, and `drop` in `afterAll`, which
 * closes open sessions.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, ownerUrl, template } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const within = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const drop = () => administer(ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  return { url: within(url), ownerUrl: within(ownerUrl), drop };
}

/** Runs a statement beside the database of a test file, as the owner. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
