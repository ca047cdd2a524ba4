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

/**
 * A backup of a file's database: a copy of it as it is now. `restore` puts the copy in its place. Nothing may use the database
 * meanwhile: open sessions end.
 */
export async function backUp({ url, disconnect }: { url: string; disconnect: () => Promise<void> }) {
  const { ownerUrl } = inject('testServer');
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_backup`;
  const copyTo = async (from: string, to: string) => {
    await administer(ownerUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
    await administer(ownerUrl, `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY FILE_COPY`);
  };
  await disconnect();
  await copyTo(name, copy);
  return {
    restore: async () => {
      await disconnect();
      await administer(ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await copyTo(copy, name);
      await administer(ownerUrl, `DROP DATABASE ${copy} WITH (FORCE)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
