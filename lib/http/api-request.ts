import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from './client-address.ts';

/** A request of the API, whoever took it in: what the pipeline asks of one, and nothing else. */
export type ApiRequest = {
  method: string;
  /** The path as it was asked for, percent-encoded, without the query. */
  path: string;
  /** Who sent it; undefined where nobody can vouch for an address. */
  address: string | undefined;
  /** A header by its name in lower case; several of one name are joined with commas (RFC 9110, 5.3). */
  header: (name: string) => string | null;
  /**
   * The bytes of the body; null where there are more than `limit`, and then none of them is kept. Until it is called
   * nothing of a body is read, and whoever waits to be asked for it (`Expect: 100-continue`) is not asked.
   */
  take: (limit: number) => Promise<Uint8Array | null>;
};

/** A request as node:http hands it over, from a server that joins headers sent more than once. */
export function requestFromNode(
  incoming: IncomingMessage,
  response: ServerResponse,
  address: string | undefined,
): ApiRequest {
  return {
    method: incoming.method ?? 'GET',
    path: pathOf(incoming.url ?? '/'),
    address,
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    take: (limit) => take(incoming, response, limit),
  };
}

/** A web Request, as Next hands it to a route file. */
export function requestFromWeb(request: Request): ApiRequest {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    address: clientAddress(request.headers),
    header: (name) => request.headers.get(name),
    take: (limit) => takeFromWeb(request, limit),
  };
}

/** What a path may hold (RFC 3986, 3.3) besides what is encoded. */
const PLAIN_PATH = /^[\w\-.~!$&'()*+,;=:@%/]*$/;

function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return PLAIN_PATH.test(path) ? path : new URL(path, 'http://localhost').pathname;
}

/** Whether a sender waits to be asked for its body (RFC 9110, 10.1.1). Other expectations never get this far. */
export function waitsToSend({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}

/**
 * Listens rather than iterates: leaving a loop early would destroy the connection with the answer still to be written.
 * What comes beyond the limit flows past, as does all of a body that nobody takes, once the answer is written.
 */
async function take(
  incoming: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Uint8Array | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return null;
  if (incoming.destroyed) throw new Error('the connection ended before the body');
  if (waitsToSend(incoming)) response.writeContinue();
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks = [];
      resolve(null);
    });
    incoming.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Also where the connection ends before the body does.
    incoming.once('error', reject);
  });
}

async function takeFromWeb(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
