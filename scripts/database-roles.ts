import pg from 'pg';

/** Append-only tables. Triggers keep the owner, too, from changing them. */
const APPEND_ONLY = [
  'audit_entries',
  'book_lines',
  'ledger_checks',
  'ledger_entries',
  'ledger_transactions',
  'cause_addresses',
  'notes',
  'reconciliation_acknowledgements',
];

/** The one column of such a table that can change: the text of a note goes with what else is stored of a person. */
const ERASABLE: Readonly<Record<string, string>> = { notes: 'text' };

/** Tables whose rows change and are never deleted. */
const NEVER_DELETED = [
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
];

/** Tables that only migrations write. */
const READ_ONLY = ['_prisma_migrations', 'ledger_kind_accounts'];

type Relation = { schema: string; name: string; isView: boolean };

/** The rights of the service on a table: on one that is not named above, all rights on rows. */
function rightsOn({ schema, name, isView }: Relation): string {
  if (isView || (schema === 'public' && READ_ONLY.includes(name))) return 'SELECT';
  if (schema === 'public' && APPEND_ONLY.includes(name))
    return ERASABLE[name] ? `SELECT, INSERT, UPDATE (${ERASABLE[name]})` : 'SELECT, INSERT';
  if (schema === 'public' && NEVER_DELETED.includes(name)) return 'SELECT, INSERT, UPDATE';
  return 'SELECT, INSERT, UPDATE, DELETE';
}

/**
 * Grants a role exactly the rights that the service needs in a migrated database: on rows of its tables and queues, none on the
 * tables themselves. Tables of later migrations get rights on rows by default. One transaction; safe to repeat while the
 * service runs.
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
    // By default every role may create temporary tables, and before PostgreSQL 15 permanent ones in `public`.
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

/** Where a connection string leads to, as the server names it: a pooler may have other names. */
export type Identity = { role: string; database: string };

/** The role and the database of a connection string. */
export async function identityAt(url: string): Promise<Identity> {
  const [row] = await ask<Identity>(url, 'SELECT current_user AS role, current_database() AS database');
  return { role: row?.role ?? '', database: row?.database ?? '' };
}

/** Whether the role of a connection may migrate; the service's role may not. */
export async function mayMigrate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS may`,
  );
  return rows[0]?.may === true;
}

/**
 * The warning for an operator whose service runs as the owner of the tables, as in a small deployment with a single role;
 * undefined otherwise.
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
