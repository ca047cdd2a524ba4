import pg from 'pg';
import type { Statement } from './insert.ts';
import { log } from './log.ts';

/** As many as keep a busy process supplied: one connection answers more questions than a process can ask. */
const CONNECTIONS = 4;

/**
 * Reads that are sent without waiting for the answers of those before (node-postgres.com/features/pipelining). One
 * question then costs both sides a third less processor time than on a connection of its own out of a pool. Only single
 * statements that are quick and take no locks belong here: each waits for those sent before it.
 */
export class PipelinedReads {
  readonly #options: pg.ClientConfig;
  readonly #clients: (Promise<pg.Client> | undefined)[] = Array.from({ length: CONNECTIONS });
  #turn = 0;

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
  async rows<Row extends object>(statement: Statement): Promise<Row[]> {
    const slot = this.#turn++ % CONNECTIONS;
    this.#clients[slot] ??= this.#open(slot);
    const client = await this.#clients[slot];
    return (await client.query<Row>(statement)).rows;
  }

  /** Waits for what was asked and closes the connections. */
  async end(): Promise<void> {
    const clients = await Promise.allSettled(this.#clients.splice(0));
    await Promise.all(clients.map((each) => (each.status === 'fulfilled' ? each.value?.end() : undefined)));
  }

  #open(slot: number): Promise<pg.Client> {
    const client = new pg.Client(this.#options);
    const opening = client.connect().then(() => client);
    const drop = () => {
      if (this.#clients[slot] === opening) this.#clients[slot] = undefined;
    };
    opening.catch(drop);
    client.once('end', drop);
    client.on('error', (error) => {
      drop();
      log().warn({ err: error }, 'a database connection for reads broke');
    });
    return opening;
  }
}
