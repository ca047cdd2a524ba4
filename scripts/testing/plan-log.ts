import { appendFileSync, openSync, readSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { ensureDatabase } from '../postgres.ts';
import { runningServer } from '../postgres-cluster.ts';
import type { PlanNode, Statement } from './plan-faults.ts';
import { fillWithVolume } from './volume.ts';

/**
 * Has the server tell the plan of each statement as it was executed, those that triggers and foreign keys make too. Set in
 * the server's own file, because only a superuser may and nobody can log in as one. What it knows of the tables is not left to
 * chance.
 */
const EXPLAIN_EVERYTHING = `
log_line_prefix = ''
autovacuum = off
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_timing = off
auto_explain.log_buffers = on
auto_explain.log_nested_statements = on
auto_explain.log_format = json
`;

/** A database with the volume of years, whose server tells how it executed each statement. */
export type ExplainedDatabase = {
  url: string;
  ownerUrl: string;
  /** What was executed since this was last asked. */
  statements: () => Statement[];
  /** Rows of each table, by its name, and the table of each index. */
  tables: ReadonlyMap<string, number>;
  indexes: ReadonlyMap<string, string>;
  stop: () => Promise<void>;
};

/**
 * Starts a throwaway server of its own, which is gone with this process at the latest.
 * @param early what is to happen while the tables are still empty; the server is then not told that they have grown, as in
 *   the minute before it looks itself
 */
export async function explainedDatabase(
  early?: (database: { url: string; ownerUrl: string }) => Promise<void>,
): Promise<ExplainedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plans-'));
  const server = await ensureDatabase({ dataDir, durable: false });
  await migrate(server);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  // Connected before plans are told, so that those of the filling are not.
  await client.connect();
  // Of what is committed without waiting for the log, VACUUM cannot tell for a while that everybody sees it.
  await client.query('SET synchronous_commit = on');
  const cluster = join(dataDir, 'postgres');
  appendFileSync(join(cluster, 'postgresql.conf'), EXPLAIN_EVERYTHING);
  const running = await runningServer(cluster);
  if (!running) throw new Error('The database is gone.');
  process.kill(running.pid, 'SIGHUP');
  while (!(await tellsItsPlans(server.url)));
  await early?.(server);
  await fillWithVolume(client);
  // Index-only scans also need to know which rows everybody can see.
  if (!early) await client.query('VACUUM ANALYZE');
  const { tables, indexes } = await catalogue(client);
  await client.end();
  return {
    ...{ url: server.url, ownerUrl: server.ownerUrl, tables, indexes },
    statements: reader(`${cluster}.log`),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether a session that begins now tells its plans: the server reads its file when it gets to it. */
async function tellsItsPlans(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT current_setting('auto_explain.log_min_duration', true) AS least",
  );
  await client.end();
  return rows[0]?.least === '0';
}

async function catalogue(client: pg.Client) {
  const { rows: found } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const tables = new Map<string, number>();
  for (const { name } of found) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM ${client.escapeIdentifier(name)}`,
    );
    tables.set(name, rows[0].count);
  }
  const { rows: indexes } = await client.query<{ name: string; table: string }>(
    `SELECT indexname AS name, tablename AS table FROM pg_indexes WHERE schemaname = 'public'`,
  );
  return { tables, indexes: new Map(indexes.map(({ name, table }) => [name, table])) };
}

type Logged = { 'Query Text': string; Plan: PlanNode };

/** The end of a plan: lines of a message after its first begin with a tab. */
const END = '\n\t}\n';

/**
 * Reads on in the server's log. The plan of a statement is there before its answer; of others, which another process makes
 * meanwhile, only a part may be.
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
    const plans = messages.flatMap(
      (message) => /^LOG: {2}duration: .* plan:\n(.*)/s.exec(message)?.[1] ?? [],
    );
    return plans.map((plan) => {
      const { 'Query Text': text, Plan: root } = JSON.parse(plan) as Logged;
      return { text, root };
    });
  };
}

/** How much of a text there is up to its last `end`, that included; nothing where there is none. */
function lengthUpTo(text: Buffer, end: string): number {
  const found = text.lastIndexOf(end);
  return found === -1 ? 0 : found + end.length;
}
