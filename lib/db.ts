import { Socket } from 'node:net';
import { parse } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { logOutagesOnce, markDatabaseError } from './database-outage.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { watchPool } from './metrics.ts';

/** The names of all fields of a model, as keys, for statements that are written by hand. */
export const FIELDS = { checkoutLink: Prisma.CheckoutLinkScalarFieldEnum, payment: Prisma.PaymentScalarFieldEnum };

/**
 * How long a request waits for a connection, then for its transaction, in milliseconds, before it fails with 503: longer than
 * a machine stands still while it is moved or starved.
 */
const CONNECTION_WAIT_MS = 15_000;
const TRANSACTION_MS = 20_000;
/** The timeout of one of the hottest reads, and of any read of the server outside a transaction, in milliseconds. */
const READ_MS = 10_000;
/**
 * The hottest reads find single rows by an index, and are planned once per connection. A plan that was made while a table
 * was small must never scan a whole table or index later. For a small table both cost the same, so index entries are made
 * expensive. Hash and merge joins are only cheap for a join that reads both sides from their start.
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

/** Makes the server check every second that the client of a running statement is still connected, and end it otherwise. */
export const STOP_IF_CLIENT_IS_GONE = '-c client_connection_check_interval=1s';

/** A transaction, or the Prisma client itself. */
export type Tx = Prisma.TransactionClient;

function database(): Database {
  const holder = globalThis as Holder;
  holder[DATABASE] ??= connect();
  return holder[DATABASE];
}

function connect(): Database {
  const { databaseUrl: connectionString, databasePoolSize: max } = env();
  if (!connectionString) throw new Error('DATABASE_URL is not set: start the service with `npm start`');
  const settings = `-c timezone=UTC ${STOP_IF_CLIENT_IS_GONE}`;
  // PostgreSQL shows the script of a connection: the server, a worker, the console.
  const application_name = parse(process.argv[1] ?? '').name;
  const connection = { connectionString, application_name, connectionTimeoutMillis: CONNECTION_WAIT_MS };
  // Nothing holds a connection while it waits for a gateway, so few connections serve many requests.
  const pool = new pg.Pool({ ...connection, options: settings, max });
  watchPool(pool);
  // Workers and the console read more than a page does.
  if (application_name === 'server') limitReads(pool, READ_MS);
  // Without a listener, a broken idle connection would end the process; the next query opens another.
  pool.on('error', (error) => log().warn({ err: markDatabaseError(error) }, 'an idle database connection broke'));
  pool.on('connect', (client) => client.on('error', markDatabaseError));
  logOutages({ ...connection, application_name: `${application_name}-watch` });
  const reads = new PipelinedReads({
    ...connection,
    options: [settings, ...BY_INDEX].join(' '),
    query_timeout: READ_MS,
  });
  // The sweeps of a worker look for rare values, which a plan for any value does not know.
  const names = application_name === 'worker' ? {} : { statementNameGenerator: statementNames() };
  return { pool, reads, prisma: new PrismaClient({ adapter: new PrismaPg(pool, names) }) };
}

/**
 * Limits how long a pool's reads outside transactions wait for their rows: a page says that the database is away, and does not
 * wait as long as it stands still or somebody locks a table. The connection is closed then, because its server may be working.
 */
export function limitReads(pool: pg.Pool, milliseconds: number): void {
  const query = pool.query.bind(pool) as (statement: unknown, ...others: unknown[]) => unknown;
  const limited = (statement: unknown, ...others: unknown[]) =>
    query(isRead(statement) ? { ...statement, query_timeout: milliseconds } : statement, ...others);
  pool.query = limited as typeof pool.query;
}

function isRead(statement: unknown): statement is pg.QueryConfig {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return false;
  const text = String(statement.text);
  return /^\s*SELECT\b/.test(text) || (/^\s*WITH\b/.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/.test(text));
}

/** How long a try to reach the database may take, in milliseconds. */
const TRY_MS = 2_000;
const WATCHED = Symbol.for('fundraising.databaseWatched');
/** Of the process, and not of the database that it knows: tests forget that, and connect to another one. */
const LISTENS = Symbol.for('process.logsHeldBackErrors');

/** Logs outages of the database once, in processes that may have loaded this file twice. */
function logOutages(connection: pg.ClientConfig & { connectionString: string }): void {
  const holder = globalThis as { [WATCHED]?: { url: string; release: () => void }; [LISTENS]?: true };
  const { connectionString: url } = connection;
  if (holder[WATCHED]?.url === url) return;
  // An error that ends the process is not lost.
  if (!holder[LISTENS]) process.once('exit', () => holder[WATCHED]?.release());
  holder[LISTENS] = true;
  const release = logOutagesOnce(url, async () => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: TRY_MS });
    client.on('error', () => {});
    const isReachable = await client.connect().then(() => true, isRefusal);
    await client.end().catch(() => {});
    return isReachable;
  });
  holder[WATCHED] = { url, release };
}

/** Whether a server is there that refuses us, as one without a free connection does. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !isDatabaseUnavailable(error) || String(code).startsWith('53');
}

/** More than the service has. Statements of varying length, such as those with a list, must not fill a connection. */
const MAX_PREPARED = 500;

/**
 * Names Prisma's statements by their text, so that a connection parses and plans each of them once. PostgreSQL plans a
 * statement for its values until a plan for any value is estimated to cost no more.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // The empty name is that of no prepared statement.
    if (names.size >= MAX_PREPARED) return '';
    const name = `prisma-${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}

/** The Prisma client of this process. */
export function db(): PrismaClient {
  return database().prisma;
}

/** The pipelined connections, for the hottest reads (lib/hot-queries). */
export function reads(): PipelinedReads {
  return database().reads;
}

/** The pool of the Prisma client, for statements that the driver runs itself. */
export function pool(): pg.Pool {
  return database().pool;
}

/** Runs `work` in one transaction (read committed). */
export function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: CONNECTION_WAIT_MS, timeout: TRANSACTION_MS });
}

/** The longest use of a snapshot, in milliseconds: it holds no lock that others wait for. */
const SNAPSHOT_MS = 600_000;

/** Runs `work` on one snapshot of the database, read-only: it does not see what others commit meanwhile. */
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

/** Enough for a busy process: one connection answers more statements than a process can send. */
const READ_CONNECTIONS = 2;

/** A prepared statement with its parameters. */
type ReadStatement = { name: string; text: string; values: (string | null)[] };

type ReadConnection = { socket: Socket; client: Promise<pg.Client> };

/**
 * Reads that are sent without waiting for the results of earlier ones (node-postgres.com/features/pipelining), those of one
 * event-loop tick in one message. A busy process spends about half of what a pool of connections costs. Only for single,
 * quick statements without locks, because each waits for those sent before it.
 */
export class PipelinedReads {
  readonly #options: pg.ClientConfig;
  readonly #connections: (ReadConnection | undefined)[] = Array.from({ length: READ_CONNECTIONS });
  #slot = 0;

  /**
   * @param options `connectionTimeoutMillis` and `query_timeout` limit how long a statement waits: a missing result delays
   * all behind it, so its connection is closed
   */
  constructor(options: pg.ClientConfig & Required<Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'>>) {
    this.#options = { ...options, pipeline: true };
  }

  /** The rows of a statement. @throws errors of the database and of the connection */
  async rows<Row extends object>(statement: ReadStatement): Promise<Row[]> {
    const { client, socket } = this.#connection();
    batchWrites(socket);
    const { rows } = await (await client).query<Row>(statement);
    return rows;
  }

  /** Waits for the statements that were sent and closes the connections. */
  async end(): Promise<void> {
    const open = this.#connections.splice(0).map((each) => each?.client);
    const clients = await Promise.allSettled(open);
    await Promise.all(clients.map((each) => (each.status === 'fulfilled' ? each.value?.end() : undefined)));
  }

  /** The connection for the statements of this event-loop tick; the next tick uses the other one. */
  #connection(): ReadConnection {
    const current = this.#connections[this.#slot];
    if (current && isBatching(current.socket)) return current;
    this.#slot = (this.#slot + 1) % READ_CONNECTIONS;
    const next = this.#connections[this.#slot];
    if (next && !next.socket.destroyed) return next;
    const opened = this.#open(this.#slot);
    this.#connections[this.#slot] = opened;
    return opened;
  }

  #open(slot: number): ReadConnection {
    const socket = new Socket();
    const client = new pg.Client({ ...this.#options, stream: () => socket });
    const connection: ReadConnection = { socket, client: client.connect().then(() => client) };
    const drop = () => {
      if (this.#connections[slot] === connection) this.#connections[slot] = undefined;
    };
    connection.client.catch(drop);
    client.once('end', drop);
    client.on('error', (error) => {
      drop();
      log().warn({ err: markDatabaseError(error) }, 'a database connection for reads broke');
    });
    return connection;
  }
}

/** Buffers writes until all requests that arrived together have been handled, and sends them as one message. */
function batchWrites(socket: Socket): void {
  if (isBatching(socket)) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

function isBatching(socket: Socket): boolean {
  return socket.writableCorked > 0 && !socket.destroyed;
}
