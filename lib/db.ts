import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { PipelinedReads } from './pipelined-reads.ts';

/** How long a request waits for a connection, then for its transaction, in milliseconds, before it is told to retry. */
const CONNECTION_WAIT_MS = 10_000;
const TRANSACTION_MS = 15_000;
/** How long the answer to one of the hottest reads may take, in milliseconds. */
const READ_MS = 10_000;
/**
 * The hottest reads find single rows by an index, and are planned once for a connection's life. A plan made while a table
 * was still small must not go on reading the whole of it, nor the whole of an index: that is no dearer then than to look
 * in the right place, unless each entry is. Nor is what belongs to a row to be found by going through two lists side by side,
 * which is cheap only as long as it begins at the start of both.
 */
const BY_INDEX = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'cpu_index_tuple_cost=1',
  'plan_cache_mode=force_generic_plan',
].map((setting) => `-c ${setting}`);

const DATABASE = Symbol.for('fundraising.database');
type Database = { pool: pg.Pool; reads: PipelinedReads; prisma: PrismaClient };
type Holder = { [DATABASE]?: Database };

/** A running transaction, or the client itself: what a query can be made on. */
export type Tx = Prisma.TransactionClient;

function database(): Database {
  const holder = globalThis as Holder;
  holder[DATABASE] ??= connect();
  return holder[DATABASE];
}

function connect(): Database {
  const { databaseUrl: connectionString, databasePoolSize: max } = env();
  if (!connectionString) throw new Error('DATABASE_URL is not set: start the service with `npm start`');
  const settings = '-c timezone=UTC';
  const connection = { connectionString, connectionTimeoutMillis: CONNECTION_WAIT_MS };
  // Nothing holds a connection while it waits for a gateway, so that few serve many.
  const pool = new pg.Pool({ ...connection, options: settings, max });
  // An idle connection that breaks would otherwise end the process; the next query opens another.
  pool.on('error', (error) => log().warn({ err: error }, 'an idle database connection broke'));
  const reads = new PipelinedReads({
    ...connection,
    options: [settings, ...BY_INDEX].join(' '),
    query_timeout: READ_MS,
  });
  return { pool, reads, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

/** The Prisma client of this process. */
export function db(): PrismaClient {
  return database().prisma;
}

/** Where the few hottest reads are asked. */
export function reads(): PipelinedReads {
  return database().reads;
}

/** The pool under the Prisma client, for the few hottest statements that write. */
export function pool(): pg.Pool {
  return database().pool;
}

/** Runs `work` in one transaction (read committed): all of it happens, or nothing. */
export function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: CONNECTION_WAIT_MS, timeout: TRANSACTION_MS });
}

/** How long a check of everything may read, in milliseconds: it holds no lock that anybody waits for. */
const SNAPSHOT_MS = 600_000;

/** Runs `work` on one snapshot of the database, which it cannot change: what others commit meanwhile is not seen. */
export function snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(
    async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`;
      return work(tx);
    },
    { isolationLevel: 'RepeatableRead', maxWait: CONNECTION_WAIT_MS, timeout: SNAPSHOT_MS },
  );
}

/** Closes the connections of this process. */
export async function disconnect(): Promise<void> {
  const holder = globalThis as Holder;
  const open = holder[DATABASE];
  delete holder[DATABASE];
  await open?.prisma.$disconnect();
  await open?.pool.end();
  await open?.reads.end();
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT']);
/** Prisma's own: cannot reach, timed out, connection closed, no connection free, transaction not started. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** SQLSTATE: connection exceptions, out of disk, memory or connections, shut down by an operator, starting up. */
const SQLSTATES = /^(08...|53...|57P0[123])$/;

/** Whether an error means that the database cannot serve us now, as opposed to a query that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, message, kind, originalCode, meta } = error as Record<string, unknown>;
  const codes = [code, originalCode].filter((value) => typeof value === 'string');
  if (codes.some((c) => CONNECTION_CODES.has(c) || PRISMA_CODES.has(c) || SQLSTATES.test(c))) return true;
  if (
    typeof kind === 'string' &&
    /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/.test(kind)
  )
    return true;
  if (
    typeof message === 'string' &&
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection error and is not queryable|Can't reach database/.test(
      message,
    )
  )
    return true;
  // Prisma keeps what the driver said under `meta`.
  return isDatabaseUnavailable(cause) || isDatabaseUnavailable(driverErrorOf(meta));
}

function driverErrorOf(meta: unknown): unknown {
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta
    ? meta.driverAdapterError
    : undefined;
}

/** Whether an error is a unique index saying no. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as Record<string, unknown>;
  return code === 'P2002' || code === '23505' || isUniqueViolation(cause);
}
