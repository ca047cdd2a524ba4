import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkOf, WIDE_BITS } from '#lib/ip-addresses.ts';

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

/* The caller's address: server.ts finds it and passes it on in a header, which API and pages read. */

const ADDRESS_HEADER = 'x-client-address';
const SECRET_HEADER = 'x-client-address-secret';
const SECRET = Symbol.for('fundraising.addressSecret');
type Holder = { [SECRET]?: string };

/** A random secret of this process, sent with the address: only its own server.ts can set one. */
function addressSecret(): string {
  const holder = globalThis as Holder;
  holder[SECRET] ??= randomBytes(32).toString('base64url');
  return holder[SECRET];
}

/** Canonical text of an address; IPv4 mapped into IPv6 is IPv4. Undefined for other texts. */
export function normaliseAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '').replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/** Whether an address is in one of the ranges, each an address or a CIDR. */
export function isAddressIn(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : hostRange(range);
    const [base, length] = unmapped(network, bits);
    return parsed.kind() === base.kind() && parsed.match(base, length);
  });
}

function hostRange(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

function unmapped(network: ipaddr.IPv4 | ipaddr.IPv6, bits: number): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96)
    return [network.toIPv4Address(), bits - 96];
  return [network, bits];
}

/** An address with a port, as Azure's balancers write it. IPv6 is in brackets then. */
const WITH_PORT = /^(\d+(?:\.\d+){3}|\[[^\]]*:[^\]]*\]):(\d{1,5})$/;

/** The address of an element of X-Forwarded-For, without its port. Undefined for other texts. */
function hopAddress(hop: string): string | undefined {
  const [, address, port] = WITH_PORT.exec(hop) ?? [];
  return normaliseAddress(address !== undefined && Number(port) <= 65_535 ? address : hop);
}

/**
 * The caller's address (ruling 25): the socket's; behind trusted proxies the right-most address of X-Forwarded-For that is
 * not a trusted proxy. Undefined if a trusted proxy sends no valid one.
 */
export function resolveClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string | undefined {
  const socket = socketAddress ? normaliseAddress(socketAddress) : undefined;
  if (!socket || !isAddressIn(socket, trustedProxies)) return socket;
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    if (hop.trim() === '') continue;
    const address = hopAddress(hop.trim());
    if (!address || !isAddressIn(address, trustedProxies)) return address;
  }
  return socket;
}

/** The canonical peer address of a connection, which never changes: reading it costs more than a lookup. */
const PEERS = new WeakMap<Socket, string | undefined>();

function peerOf(socket: Socket): string | undefined {
  if (!PEERS.has(socket)) PEERS.set(socket, socket.remoteAddress ? normaliseAddress(socket.remoteAddress) : undefined);
  return PEERS.get(socket);
}

/** The address of a request's sender, by its socket and headers, as `resolveClientAddress` finds it. For server.ts. */
export function senderAddress(request: IncomingMessage, trustedProxies: readonly string[]): string | undefined {
  const peer = peerOf(request.socket);
  if (trustedProxies.length === 0) return peer;
  const forwardedFor = request.headers['x-forwarded-for'];
  const hops = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  return resolveClientAddress(peer, hops, trustedProxies);
}

/** Headers that proxies add. A browser sends none of them. */
const PROXY_HEADERS =
  /^(?:via|forwarded|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*|x-amzn-.*|fly-.*)$/;

/**
 * Whether a request shows that a proxy passed it on, trusted or not: by a header, or by HTTP/1.0, which proxies speak and browsers
 * do not. A proxy on this machine can make everybody's requests look local.
 */
export function wasForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.1' || Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
}

/**
 * Sets the caller's address on a request in server.ts and removes what the caller sent instead. Node stores headers twice;
 * both are rewritten, because API and pages each read one.
 */
export function setClientAddress(request: IncomingMessage, address: string | undefined): void {
  const raw: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? '';
    if (!isAddressHeader(name.toLowerCase())) raw.push(name, request.rawHeaders[i + 1] ?? '');
  }
  for (const name of Object.keys(request.headers)) if (isAddressHeader(name)) delete request.headers[name];
  if (address) {
    raw.push(ADDRESS_HEADER, address, SECRET_HEADER, addressSecret(), 'x-forwarded-for', address);
    Object.assign(request.headers, {
      [ADDRESS_HEADER]: address,
      [SECRET_HEADER]: addressSecret(),
      'x-forwarded-for': address,
    });
  }
  request.rawHeaders = raw;
}

/** The address that `setClientAddress` has set. */
export function storedClientAddress({ headers }: IncomingMessage): string | undefined {
  const address = headers[ADDRESS_HEADER];
  return typeof address === 'string' ? address : undefined;
}

function isAddressHeader(name: string): boolean {
  return (
    name === ADDRESS_HEADER ||
    name === SECRET_HEADER ||
    name === 'forwarded' ||
    name === 'x-real-ip' ||
    name === 'x-forwarded-for'
  );
}

/** The caller's address as server.ts set it; undefined if the request did not come through it. */
export function clientAddress(headers: Headers): string | undefined {
  if (headers.get(SECRET_HEADER) !== addressSecret()) return undefined;
  return headers.get(ADDRESS_HEADER) ?? undefined;
}

/** The networks of an address that rate limits count. */
type Networks = {
  /** The smallest unit of a customer: the address itself for IPv4, the /64 for IPv6. */
  own: string;
  /** The /48 of IPv6, which one customer can have as well. */
  wide?: string;
};

/**
 * The networks by which an address is counted. An IPv6 customer has at least 2^64 addresses, so that counting each address
 * would limit nothing; many have a /48 of 65,536 such networks. A text that is not an address is counted by itself.
 */
export function networksOf(address: string): Networks {
  const own = networkOf(address) ?? address;
  const wide = networkOf(address, WIDE_BITS);
  return wide === undefined || wide === own ? { own } : { own, wide };
}
