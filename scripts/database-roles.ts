import pg from 'pg';

/** Evidence: rows are written once, and triggers refuse even the owner to change them. */
const WRITTEN_ONCE = [
  ...['audit_entries', 'book_lines', 'ledger_checks', 'ledger_entries', 'ledger_transactions'],
  'cause_addresses',
];

/** Rows that change and never go. */
const KEPT = [
  ...[
    'accounts',
    'api_keys',
    'bank_accounts',
    'causes',
    'checkout_links',
    'clients',
    'declines',
    'disputes',
    'gateway_events',
  ],
  ...[
    'payments',
    'receipt_keys',
    'reconciliations',
    'refund_approvals',
    'refunds',
    'service_secrets',
    'withdrawals',
  ],
];

/** Written by migrations alone. */
const READ = ['_prisma_migrations'];

type Relation = { schema: string; name: string; isView: boolean };

/** What the service does with a table: with one that is named nowhere above, everything that leaves it a table. */
function rightsOn({ schema, name, isView }: Relation): string {
  if (isView || (schema === 'public' && READ.includes(name))) return 'SELECT';
  if (schema === 'public' && WRITTEN_ONCE.includes(name)) return 'SELECT, INSERT';
  if (schema === 'public' && KEPT.includes(name)) return 'SELECT, INSERT, UPDATE';
  return 'SELECT, INSERT, UPDATE, DELETE';
}

/**
 * Gives a role exactly what the service needs in a migrated database: rows of the tables of the service and of its queues,
 * never the tables themselves. Tables of later migrations come with rights on their rows. One transaction; safe to repeat
 * while the service runs.
 * @param owner a connection of the role that owns the tables
 */
export async function grantToService(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<Relation & { database: string }>(
    `SELECT nspname AS schema, relname AS name, relkind = 'v' AS "isView", current_database() AS database
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p', 'v') AND pg_has_role(relowner, 'USAGE') ORDER BY 1, 2`,
  );
  const to = owner.escapeIdentifier(role);
  const database = owner.escapeIdentifier(rows[0]?.database ?? '');
  const statements = [
    // Everybody may make temporary tables unless told otherwise, and in a database of an old PostgreSQL lasting ones too.
    `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${to}`,
    `REVOKE CREATE ON SCHEMA public, pgboss FROM PUBLIC, ${to}`,
    `GRANT USAGE ON SCHEMA public, pgboss TO ${to}`,
    ...rows.flatMap((relation) => {
      const name = `${owner.escapeIdentifier(relation.schema)}.${owner.escapeIdentifier(relation.name)}`;
      return [`REVOKE ALL ON ${name} FROM ${to}`, `GRANT ${rightsOn(relation)} ON ${name} TO ${to}`];
    }),
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public, pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to}`,
  ];
  // Several statements in one message are one transaction.
  await owner.query(statements.join(';\n'));
}

/** The role that a connection string leads to, as the server names it. */
export async function roleAt(url: string): Promise<string> {
  const [row] = await ask<{ role: string }>(url, 'SELECT current_user AS role');
  return row?.role ?? '';
}

/** Whether a connection's role may migrate: what the service runs as may not. */
export async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS may`,
  );
  return rows[0]?.may === true;
}

/**
 * What to tell an operator whose service runs as the owner of the tables, as a small deployment with a single role does;
 * undefined where it does not.
 */
export async function ownerWarning(url: string): Promise<string | undefined> {
  const [owner] = await ask<{ role: string }>(
    url,
    `SELECT current_user AS role FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'USAGE') LIMIT 1`,
  );
  if (!owner) return undefined;
  return (
    `The role "${owner.role}" of DATABASE_URL owns the tables: whoever gets hold of it can undo what keeps the ledger and the ` +
    'audit log as they were written. Give the service a role of its own, and DATABASE_OWNER_URL to the migrations (docs/deployment.md).'
  );
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away is reported by the statement that fails.
  client.on('error', () => {});
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
