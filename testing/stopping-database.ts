import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** The Terminate message, with which a client disconnects (PostgreSQL documentation, 54.7). */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** A proxy to a database. */
type Way = {
  /** Its connection string. */
  url: string;
  /** The number of connections cut so far. */
  cuts: () => number;
  close: () => void;
};

/**
 * A proxy to a database whose server stops at the moment in which a client disconnects: it sends an error, as a real one
 * sometimes does. A client without an error listener on a closing connection crashes its process.
 */
export async function stoppingDatabase(databaseUrl: string): Promise<Way> {
  const url = new URL(databaseUrl);
  const { hostname: host, port } = url;
  let cuts = 0;
  // The embedded database is also reached by a Unix socket, which would be preferred to this proxy.
  url.searchParams.delete('host');
  const server = createServer((client) => {
    const real = connect({ host, port: Number(port) });
    real.pipe(client);
    client.on('data', (sent: Buffer) => {
      if (!sent.subarray(-TERMINATE.length).equals(TERMINATE)) {
        real.write(sent);
        return;
      }
      cuts++;
      real.unpipe(client);
      real.end(sent);
      client.end(shutDown());
    });
    client.on('error', () => real.destroy());
    real.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, cuts: () => cuts, close: () => void server.close() };
}

/** The last message of a server that is being stopped (ErrorResponse, SQLSTATE 57P01). */
function shutDown(): Buffer {
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(`${fields.join('\0')}\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
