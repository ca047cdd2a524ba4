import { appendFileSync, openSync, readSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#scripts/migrate.ts';
import { ensureDatabase } from '#scripts/postgres.ts';
import { runningServer } from '#scripts/postgres-cluster.ts';
import type { PlanNode, Statement } from './expensive-scans.ts';
import { fillWithVolume } from './volume.ts';

/**
 * Makes the server log the executed plan of every statement, including those of triggers and foreign keys. Set in the
 * server's configuration file, because only a superuser may and nobody can log in as one. Autovacuum is off, and
 * statistics are made from every row instead of a random sample, so that plans are the same in every run.
 */
const EXPLAIN_EVERYTHING = `
log_line_prefix = 'from=%a '
autovacuum = off
default_statistics_target = 1000
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_timing = off
auto_explain.log_buffers = on
auto_explain.log_nested_statements = on
auto_explain.log_format = json
`;

/** The timeout for filling a database with the volume of years, in milliseconds. */
export const FILL_LIMIT_MS = 900_000;

/** Values of `plan_cache_mode`. */
export type PlanMode = 'auto' | 'force_generic_plan';

/** A database with the volume of years, whose server logs how it executed each statement. */
export type ExplainedDatabase = {
  url: string;
  ownerUrl: string;
  /** The statements executed since the last call. */
  statements: () => Statement[];
  /** The row count of each table by name, and the table of each index. */
  tables: ReadonlyMap<string, number>;
  indexes: ReadonlyMap<string, string>;
  /**
   * How later sessions plan a prepared statement: `auto`, or for any value at once, as PostgreSQL may after five executions.
   */
  planPrepared: (mode: PlanMode) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts a temporary server, which ends with this process at the latest.
 * @param early runs while the tables are still empty; the statistics then stay outdated, as in the minute before autovacuum
 * runs
 */
export async function explainedDatabase(
  early?: (database: { url: string; ownerUrl: string }) => Promise<void>,
): Promise<ExplainedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plans-'));
  const server = await ensureDatabase({ dataDir, durable: false });
  await migrate(server);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  // Connected before plans are logged, so that filling the database is not logged.
  await client.connect();
  // After an asynchronous commit, VACUUM cannot mark pages as all-visible for a while.
  await client.query('SET synchronous_commit = on');
  const cluster = join(dataDir, 'postgres');
  appendFileSync(join(cluster, 'postgresql.conf'), EXPLAIN_EVERYTHING);
  const running = await runningServer(cluster);
  if (!running) throw new Error('The database is gone.');
  process.kill(running.pid, 'SIGHUP');
  while (!(await logsPlans(server.url)));
  await early?.(server);
  await fillWithVolume(client);
  // Index-only scans need the visibility map.
  if (!early) await client.query('VACUUM ANALYZE');
  const { tables, indexes } = await catalogue(client);
  await client.end();
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    tables,
    indexes,
    statements: reader(`${cluster}.log`),
    planPrepared: async (mode) => {
      const owner = new pg.Client({ connectionString: server.ownerUrl });
      await owner.connect();
      await owner.query(`ALTER DATABASE ${owner.escapeIdentifier(owner.database ?? '')} SET plan_cache_mode = ${mode}`);
      await owner.end();
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether new sessions log their plans: the server rereads its configuration asynchronously. */
async function logsPlans(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT current_setting('auto_explain.log_min_duration', true) AS least");
  await client.end();
  return rows[0]?.least === '0';
}

async function catalogue(client: pg.Client) {
  const { rows: found } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const tables = new Map<string, number>();
  for (const { name } of found) {
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${client.escapeIdentifier(name)}`);
    tables.set(name, rows[0].count);
  }
  const { rows: indexes } = await client.query<{ name: string; table: string }>(
    `SELECT indexname AS name, tablename AS table FROM pg_indexes WHERE schemaname = 'public'`,
  );
  return { tables, indexes: new Map(indexes.map(({ name, table }) => [name, table])) };
}

type Logged = { 'Query Text': string; Plan: PlanNode };

/** The end of a plan: continuation lines of a message begin with a tab. */
const END = '\n\t}\n';

/**
 * Reads the server's log further. The plan of a finished statement is complete; those of other processes may be partial.
 */
function reader(file: string): () => Statement[] {
  const log = openSync(file, 'r');
  let position = statSync(file).size;
  return () => {
    const added = Buffer.alloc(statSync(file).size - position);
    readSync(log, added, 0, added.length, position);
    const whole = added.subarray(0, lengthUpTo(added, END));
    position += whole.length;
    const messages = whole.toString().split(/^(?=\S)/m);
    return messages.flatMap((message) => {
      const [, from = '', plan] = /^from=(\S*) LOG: {2}duration: .* plan:\n(.*)/s.exec(message) ?? [];
      if (!plan) return [];
      const { 'Query Text': text, Plan: root } = JSON.parse(plan) as Logged;
      return { from, text, root };
    });
  };
}

/** How much of a text there is up to its last `end`, that included; nothing where there is none. */
function lengthUpTo(text: Buffer, end: string): number {
  const found = text.lastIndexOf(end);
  return found === -1 ? 0 : found + end.length;
}
