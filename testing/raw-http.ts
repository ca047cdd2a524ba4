import { once } from 'node:events';
import { connect } from 'node:net';

/** A raw response. */
export type RawReply = { status: number; head: string; body: string };

/**
 * Sends a request exactly as written, which HTTP clients would not: forged framing, odd methods, raw bytes. `lines` are the
 * request line and the headers; the host and `Connection: close` are added.
 */
export async function rawRequest(base: string, lines: string[], body: string | Uint8Array = ''): Promise<RawReply> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const [first = '', ...headers] = lines;
  const head = [first, `Host: ${hostname}:${port}`, 'Connection: close', ...headers].join('\r\n');
  socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
  socket.write(body);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [answered = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(answered.split(' ')[1]), head: answered, body: rest.join('\r\n\r\n') };
}
