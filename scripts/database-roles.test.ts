import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { grantToService, ownerWarning, roleAt } from './database-roles.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connected(database.ownerUrl);
  service = await connected(database.url);
  // A copy of a database has the rights on its tables; those on itself are not copied.
  await grantToService(owner, await roleAt(database.url));
});
afterAll(async () => {
  await Promise.all([owner.end(), service.end()]);
  await database.drop();
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Every table of the service and of its queues, with a column of each. */
async function tables(): Promise<{ name: string; column: string }[]> {
  const { rows } = await owner.query(
    `SELECT DISTINCT ON (c.oid) c.oid::regclass::text AS name, quote_ident(attname) AS column
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND attgenerated = ''
      WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text IN ('public', 'pgboss') ORDER BY c.oid, attnum`,
  );
  return rows;
}

test('the role of the service owns nothing', async () => {
  const { rows } = await service.query(
    `SELECT relname FROM pg_class WHERE pg_has_role(relowner, 'USAGE') UNION ALL
     SELECT datname FROM pg_database WHERE pg_has_role(datdba, 'USAGE') UNION ALL
     SELECT nspname FROM pg_namespace WHERE pg_has_role(nspowner, 'USAGE') UNION ALL
     SELECT proname FROM pg_proc WHERE pg_has_role(proowner, 'USAGE')`,
  );
  expect(rows).toEqual([]);
});

test('the service can empty, change or drop no table, nor put a trigger on it', async () => {
  const found = await tables();
  expect(found.length).toBeGreaterThan(30);
  for (const { name } of found)
    for (const statement of [
      `TRUNCATE ${name} CASCADE`,
      `ALTER TABLE ${name} DISABLE TRIGGER USER`,
      `DROP TABLE ${name} CASCADE`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${name} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    ])
      await expect(service.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
});

test.each([
  'CREATE TABLE mine (id int)',
  'CREATE TEMPORARY TABLE mine (id int)',
  'CREATE SCHEMA mine',
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  'CREATE TABLE pgboss.mine (id int)',
  'SET ROLE app',
  'SET session_replication_role = replica',
])('the service makes and becomes nothing: %s', async (statement) => {
  await expect(service.query(statement)).rejects.toThrow('permission denied');
});

test.each(['audit_entries', 'book_lines', 'ledger_checks', 'ledger_entries', 'ledger_transactions', 'cause_addresses'])(
  'the service adds to %s and changes nothing of it',
  async (table) => {
    const column = (await tables()).find(({ name }) => name === table)?.column;
    for (const statement of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`])
      await expect(service.query(statement), statement).rejects.toThrow('permission denied');
    await service.query(`SELECT FROM ${table}`);
  },
);

test.each([
  'declines',
  'payments',
  'refunds',
  'disputes',
  'withdrawals',
  'bank_accounts',
  'checkout_links',
  'receipt_keys',
])('the service deletes nothing of %s', async (table) => {
  await expect(service.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
});

test('earlier rights of a role are revoked when its rights are granted again', async () => {
  await owner.query('GRANT ALL ON audit_entries TO PUBLIC, app_service');
  await owner.query('REVOKE ALL ON audit_entries FROM PUBLIC');
  await grantToService(owner, await roleAt(database.url));
  await expect(service.query('DELETE FROM audit_entries')).rejects.toThrow('permission denied');
});

test('a table of a later migration comes with rights on its rows', async () => {
  await owner.query('CREATE TABLE later (id int)');
  await service.query('INSERT INTO later VALUES (1)');
  await service.query('DELETE FROM later');
  await owner.query('DROP TABLE later');
});

test('the role of the service may not migrate: without missing migrations that is fine, else the error says what to run', async () => {
  const alone = { url: database.url, ownerUrl: database.url };
  await expect(migrate(alone)).resolves.toEqual([]);
  const { rows } = await owner.query('SELECT max(migration_name) AS last FROM _prisma_migrations');
  await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1`, [rows[0].last]);
  await expect(migrate(alone)).rejects.toThrow(
    'The database lacks 1 migrations, which its role "app_service" may not apply: run `node scripts/migrate.ts` with DATABASE_OWNER_URL first.',
  );
  await owner.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = $1`, [rows[0].last]);
});

test('a deployment whose service is the owner is warned, and no other', async () => {
  expect(await ownerWarning(database.ownerUrl)).toMatch(/^The role "app" of DATABASE_URL owns the tables: /);
  expect(await ownerWarning(database.url)).toBeUndefined();
});

test('one role for everything migrates, as in a small deployment', async () => {
  await expect(migrate({ url: database.ownerUrl, ownerUrl: database.ownerUrl })).resolves.toEqual([]);
});
