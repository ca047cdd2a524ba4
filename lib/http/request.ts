import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from './client-address.ts';

/** The part of a request that the endpoints need, from node:http or from Next. */
export type HttpRequest = {
  method: string;
  /** The path as the caller sent it, percent-encoded, without the query. */
  path: string;
  /** The caller's address; undefined if it cannot be trusted. */
  address: string | undefined;
  /** A header by its name in lower case; several of one name are joined with commas (RFC 9110, 5.3). */
  header: (name: string) => string | null;
  /**
   * Reads the bytes of the body; null if there are more than `limit`, and then none are kept. Nothing of the body is read
   * before, and a sender that waits for `100 Continue` keeps waiting.
   */
  readBytes: (limit: number) => Promise<Uint8Array | null>;
};

/** A request of node:http. Its server must join repeated headers. */
export function requestFromNode(
  incoming: IncomingMessage,
  response: ServerResponse,
  address: string | undefined,
): HttpRequest {
  return {
    method: incoming.method ?? 'GET',
    path: pathOf(incoming.url ?? '/'),
    address,
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    readBytes: (limit) => readBytes(incoming, response, limit),
  };
}

/** A request of Next, as it calls a route file. */
export function requestFromWeb(request: Request): HttpRequest {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    address: clientAddress(request.headers),
    header: (name) => request.headers.get(name),
    readBytes: (limit) => readBytesFromWeb(request, limit),
  };
}

/** A path of characters that need no encoding (RFC 3986, 3.3), or are encoded. */
const PLAIN_PATH = /^[\w\-.~!$&'()*+,;=:@%/]*$/;

function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return PLAIN_PATH.test(path) ? path : targetUrl(path).pathname;
}

/**
 * A request target in origin form as a URL of some host. It never throws: resolved as a reference, `/\` would be one without a
 * host.
 * @param target begins with a slash
 */
export function targetUrl(target: string): URL {
  return new URL(`http://localhost${target}`);
}

/** Whether the sender waits for `100 Continue` (RFC 9110, 10.1.1). Other expectations were refused before. */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}

/**
 * Uses events: leaving a `for await` early would destroy the connection before the response is written. Bytes beyond the
 * limit are read and dropped, as is an unread body.
 */
async function readBytes(
  incoming: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Uint8Array | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return null;
  if (incoming.destroyed) throw new Error('the connection ended before the body');
  if (expectsContinue(incoming)) response.writeContinue();
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
    // Also if the connection ends before the body does.
    incoming.once('error', reject);
  });
}

async function readBytesFromWeb(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? null : Buffer.concat(chunks);
}
