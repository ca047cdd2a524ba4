import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { grantToService, identityAt, ownerWarning } from './database-roles.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await connected(database.ownerUrl);
  service = await connected(database.url);
  // A copy of a database has the rights on its tables; those on itself are not copied.
  await grantToService(owner, (await identityAt(database.url)).role);
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

/** The names of every table of the service and of its queues. */
async function tables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text IN ('public', 'pgboss') ORDER BY oid`,
  );
  return rows.map(({ name }) => name);
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
  for (const name of found)
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

/** Every table and view of `public`, by what the service may do with its rows: S select, I insert, U update, D delete. */
const RIGHTS: Record<string, string[]> = {
  S: ['_prisma_migrations', 'contributions', 'ledger_kind_accounts'],
  SI: [
    'audit_entries',
    'book_lines',
    'cause_addresses',
    'ledger_checks',
    'ledger_entries',
    'ledger_transactions',
    'notes',
    'reconciliation_acknowledgements',
  ],
  SIU: [
    'accounts',
    'api_keys',
    'causes',
    'checkout_links',
    'clients',
    'declines',
    'disputes',
    'gateway_events',
    'manual_refunds',
    'payments',
    'payout_batches',
    'payout_items',
    'receipt_keys',
    'reconciliations',
    'refund_approvals',
    'refunds',
    'service_secrets',
    'terms_changes',
    'withdrawals',
    'write_offs',
  ],
  SIUD: [
    'approved_networks',
    'bank_account_evidence',
    'bank_accounts',
    'card_callers',
    'card_pauses',
    'cause_contributors',
    'cause_pictures',
    'cause_totals',
    'cause_updates',
    'emails',
    'form_results',
    'idempotency_records',
    'known_browsers',
    'passkeys',
    'sessions',
    'sign_in_challenges',
    'verifications',
  ],
};

test('the service has exactly the rights of the table, on tables as on columns, and all rights on rows of its queues', async () => {
  const { rows } = await owner.query<{ schema: string; name: string; rights: string; columns: string }>(
    `SELECT nspname AS schema, relname AS name,
            (SELECT string_agg(left(r, 1), '' ORDER BY n) FROM unnest($2::text[]) WITH ORDINALITY AS all_rights (r, n)
              WHERE has_table_privilege($1, c.oid, r)) AS rights,
            (SELECT string_agg(left(r, 1), '' ORDER BY n) FROM unnest($3::text[]) WITH ORDINALITY AS all_rights (r, n)
              WHERE has_any_column_privilege($1, c.oid, r)) AS columns
       FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1, 2`,
    [
      (await identityAt(database.url)).role,
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'],
      ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'],
    ],
  );
  const queues = rows.filter(({ schema }) => schema === 'pgboss');
  expect(new Set(queues.map(({ rights }) => rights))).toEqual(new Set(['SIUD']));
  const found = rows.filter(({ schema }) => schema === 'public');
  expect(Object.fromEntries(found.map(({ name, rights }) => [name, rights]))).toEqual(
    Object.fromEntries(Object.entries(RIGHTS).flatMap(([rights, names]) => names.map((name) => [name, rights]))),
  );
  // Deleting is of rows alone. Of a note, the text alone can be erased.
  expect(rows.filter(({ rights, columns }) => rights.replace('D', '') !== columns)).toEqual([
    { schema: 'public', name: 'notes', rights: 'SI', columns: 'SIU' },
  ]);
  await expect(service.query("UPDATE notes SET author_id = 'acc_other'")).rejects.toThrow('permission denied');
});

test('earlier rights of a role are revoked when its rights are granted again', async () => {
  await owner.query('GRANT ALL ON audit_entries TO PUBLIC, app_service');
  await owner.query('REVOKE ALL ON audit_entries FROM PUBLIC');
  await grantToService(owner, (await identityAt(database.url)).role);
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

test('addresses of two databases are refused before anything is migrated', async () => {
  const other = await createTestDatabase();
  try {
    const refused = `DATABASE_URL must lead to the same database as DATABASE_OWNER_URL: the first leads to "${nameOf(other.url)}", the second to "${nameOf(database.url)}".`;
    await expect(migrate({ url: other.url, ownerUrl: database.ownerUrl })).rejects.toThrow(refused);
  } finally {
    await other.drop();
  }
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

test('a deployment whose service is the owner is warned, and no other', async () => {
  expect(await ownerWarning(database.ownerUrl)).toMatch(/^The role "app" of DATABASE_URL owns the tables: /);
  expect(await ownerWarning(database.url)).toBeUndefined();
});

test('one role for everything migrates, as in a small deployment', async () => {
  await expect(migrate({ url: database.ownerUrl, ownerUrl: database.ownerUrl })).resolves.toEqual([]);
});
