import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const ADDRESS_HEADER = 'x-client-address';
const SECRET_HEADER = 'x-front-door';
const SECRET = Symbol.for('fundraising.frontDoor');
type Holder = { [SECRET]?: string };

/** A secret of this process: only its own front door can vouch for an address. */
function frontDoorSecret(): string {
  const holder = globalThis as Holder;
  holder[SECRET] ??= randomBytes(32).toString('base64url');
  return holder[SECRET];
}

/** Canonical text of an address; IPv4 mapped into IPv6 is IPv4. Undefined where the text is no address. */
export function normaliseAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '').replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/** Whether an address lies in one of the ranges, each an address or a CIDR. */
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

/**
 * The caller's address (decisions.md 25): the socket's; behind trusted proxies the right-most address of
 * X-Forwarded-For that is not a trusted proxy. Undefined where a trusted proxy names none that can be read.
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
    const address = normaliseAddress(hop.trim());
    if (!address || !isAddressIn(address, trustedProxies)) return address;
  }
  return socket;
}

/** The canonical address at the other end of a connection, which never changes: reading it costs more than a lookup. */
const PEERS = new WeakMap<Socket, string | undefined>();

function peerOf(socket: Socket): string | undefined {
  if (!PEERS.has(socket))
    PEERS.set(socket, socket.remoteAddress ? normaliseAddress(socket.remoteAddress) : undefined);
  return PEERS.get(socket);
}

/** The address of who sent a request, as `resolveClientAddress` finds it. */
export function callerOf(request: IncomingMessage, trustedProxies: readonly string[]): string | undefined {
  const peer = peerOf(request.socket);
  if (trustedProxies.length === 0) return peer;
  const forwardedFor = request.headers['x-forwarded-for'];
  const hops = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
  return resolveClientAddress(peer, hops, trustedProxies);
}

/**
 * Writes the caller's address on a request at the front door and removes what the caller wrote in its place. Node keeps
 * headers twice; both are rewritten, because the two consumers behind the door read one each.
 */
export function stampClientAddress(request: IncomingMessage, address: string | undefined): void {
  const raw: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? '';
    if (!isAddressHeader(name.toLowerCase())) raw.push(name, request.rawHeaders[i + 1] ?? '');
  }
  for (const name of Object.keys(request.headers)) if (isAddressHeader(name)) delete request.headers[name];
  if (address) {
    raw.push(ADDRESS_HEADER, address, SECRET_HEADER, frontDoorSecret(), 'x-forwarded-for', address);
    Object.assign(request.headers, {
      [ADDRESS_HEADER]: address,
      [SECRET_HEADER]: frontDoorSecret(),
      'x-forwarded-for': address,
    });
  }
  request.rawHeaders = raw;
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

/** The caller's address as our front door wrote it; undefined where the request did not pass through it. */
export function clientAddress(headers: Headers): string | undefined {
  if (headers.get(SECRET_HEADER) !== frontDoorSecret()) return undefined;
  return headers.get(ADDRESS_HEADER) ?? undefined;
}
