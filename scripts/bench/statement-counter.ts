import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A statement that a process sent to the database. */
export type SentStatement = {
  /** The script of the process, from `application_name`: `server`, `worker`; empty for the job queue's own connections. */
  from: string;
  text: string;
  /** Parsed and planned for this execution; false for a prepared statement that the connection knew already. */
  isParsed: boolean;
};

/** A relay in front of a database that records the statements of its clients. */
export type StatementCounter = {
  /** The connection string of the relay. */
  url: string;
  /** The statements since the last call, in the order in which they were sent. */
  take: () => SentStatement[];
  /** Resolves once nothing was sent by a process for some milliseconds. */
  quiet: (from: string, milliseconds: number) => Promise<void>;
  stop: () => void;
};

/** Starts a relay to the database of a connection string (PostgreSQL 18, 54.2 and 54.7). */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const database = new URL(databaseUrl);
  let statements: SentStatement[] = [];
  const lastAt = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => socket.destroy()));
      socket.setNoDelay(true);
    }
    const read = statementReader((statement) => {
      statements.push(statement);
      lastAt.set(statement.from, Date.now());
    });
    client.on('data', read).pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  // The relay is reached by TCP, whatever the database is reached by.
  url.searchParams.delete('host');
  return {
    url: url.href,
    take: () => statements.splice(0),
    quiet: async (from, milliseconds) => {
      const started = Date.now();
      while (Date.now() - Math.max(started, lastAt.get(from) ?? 0) < milliseconds)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      statements = [];
    },
  };
}

/** Reads what a client sends: a startup packet, then messages with a type. */
function statementReader(report: (statement: SentStatement) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let from: string | undefined;
  /** Texts of prepared statements by name; the unnamed one has the empty name. */
  const texts = new Map<string, string>();
  let isNew = false;

  const readStartup = (packet: Buffer) => {
    const parts = packet.toString('utf8', 8).split('\0');
    from = parts[parts.indexOf('application_name') + 1] ?? '';
    if (!parts.includes('application_name')) from = '';
  };
  const readMessage = (type: string, body: Buffer) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2);
    if (type === 'Q') report({ from: from ?? '', text: first, isParsed: true });
    if (type === 'P') {
      texts.set(first, second);
      isNew = true;
    }
    // Bind names a portal, then the statement. Each is executed once here.
    if (type === 'B') {
      report({ from: from ?? '', text: texts.get(second) ?? '', isParsed: isNew });
      isNew = false;
    }
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = from === undefined ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (from === undefined) readStartup(rest.subarray(0, end));
      else readMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}
