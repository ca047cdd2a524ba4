import pg from 'pg';
import { GatheringSocket } from './gathering-socket.ts';
import { log } from './log.ts';
import { type KnownColumns, PipelinedRead, type ReadStatement } from './pipelined-read.ts';

/** As many as keep a busy process supplied: one connection answers more questions than a process can ask. */
const CONNECTIONS = 2;

type Connection = { socket: GatheringSocket; client: Promise<pg.Client>; known: KnownColumns };

/**
 * Reads that are sent without waiting for the answers of those before (node-postgres.com/features/pipelining), and in one
 * message with whatever else is asked in the same turn of the event loop. A busy process then spends on a question about
 * half of what a connection of its own out of a pool costs. Only single statements that are quick and take no locks
 * belong here: each waits for those sent before it.
 */
export class PipelinedReads {
  readonly #options: pg.ClientConfig;
  readonly #connections: (Connection | undefined)[] = Array.from({ length: CONNECTIONS });
  #slot = 0;

  /**
   * @param options `connectionTimeoutMillis` and `query_timeout` are how long a question waits before it is told to retry: an
   *   answer that does not come holds up all behind it, and its connection is given up
   */
  constructor(
    options: pg.ClientConfig & Required<Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'>>,
  ) {
    this.#options = { ...options, pipeline: true };
  }

  /** The rows that a statement answers. @throws what the database or the connection says */
  async rows<Row extends object>(statement: ReadStatement): Promise<Row[]> {
    const { client, socket, known } = this.#connection();
    socket.gather();
    const ready = await client;
    return ready.query(new PipelinedRead<Row>(statement, known)).answer();
  }

  /** Waits for what was asked and closes the connections. */
  async end(): Promise<void> {
    const open = this.#connections.splice(0).map((each) => each?.client);
    const clients = await Promise.allSettled(open);
    await Promise.all(clients.map((each) => (each.status === 'fulfilled' ? each.value?.end() : undefined)));
  }

  /** The one that gathers what is asked in this turn of the event loop; in the next turn it is the other's. */
  #connection(): Connection {
    const current = this.#connections[this.#slot];
    if (current?.socket.isGathering) return current;
    this.#slot = (this.#slot + 1) % CONNECTIONS;
    const next = this.#connections[this.#slot];
    if (next && !next.socket.destroyed) return next;
    const opened = this.#open(this.#slot);
    this.#connections[this.#slot] = opened;
    return opened;
  }

  #open(slot: number): Connection {
    const socket = new GatheringSocket();
    const client = new pg.Client({ ...this.#options, stream: () => socket });
    const connection: Connection = { socket, client: client.connect().then(() => client), known: new Map() };
    const drop = () => {
      if (this.#connections[slot] === connection) this.#connections[slot] = undefined;
    };
    connection.client.catch(drop);
    client.once('end', drop);
    client.on('error', (error) => {
      drop();
      log().warn({ err: error }, 'a database connection for reads broke');
    });
    return connection;
  }
}
