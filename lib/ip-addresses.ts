import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether a text is an IP address or a CIDR range in full: `10/8` is not read as 0.0.0.10/8. Not one that no caller could be in:
 * with a zone, which has a meaning on one machine only, or IPv4 mapped into IPv6 with a prefix that is not of IPv4.
 */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  const parsed = ipaddr.parse(address);
  const least = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? 96 : 0;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= (family === 4 ? 32 : 128);
}

/** The blocks, in bits, whose share is measured: all addresses, and global unicast of IPv6, where all callers are. */
const BLOCKS = { ipv4: [''], ipv6: ['', '001'] };
/** The share of a block that is more than anybody's proxies: a /4 of IPv4. The private networks are less than a hundredth. */
const LARGE_SHARE = 1 / 16;

/**
 * Whether ranges together contain so many addresses of IPv4 or of IPv6 that callers are among them.
 * @param ranges each valid for `isAddressRange`
 */
export function containsCallers(ranges: readonly string[]): boolean {
  const prefixes = ranges.map(prefixOf);
  return (['ipv4', 'ipv6'] as const).some((family) => {
    const own = prefixes.filter((prefix) => prefix.family === family).map(({ bits }) => bits);
    return BLOCKS[family].some((block) => shareOf(own, block) >= LARGE_SHARE);
  });
}

/** The prefix bits of a range. IPv4 mapped into IPv6 is IPv4. */
function prefixOf(range: string): { family: 'ipv4' | 'ipv6'; bits: string } {
  const [text = '', length] = range.split('/');
  const address = ipaddr.parse(text);
  const all = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  const bits = all.join('').slice(0, length === undefined ? undefined : Number(length));
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits.length >= 96;
  return isMapped ? { family: 'ipv4', bits: bits.slice(96) } : { family: address.kind(), bits };
}

/** The share of the addresses with the prefix `block` that have one of the prefixes, from 0 to 1. */
function shareOf(prefixes: readonly string[], block: string): number {
  if (prefixes.some((prefix) => block.startsWith(prefix))) return 1;
  const within = prefixes.filter((prefix) => prefix.startsWith(block));
  if (within.length === 0) return 0;
  return (shareOf(within, `${block}0`) + shareOf(within, `${block}1`)) / 2;
}

/** Top-level names that no public name has (RFC 2606, RFC 6762, RFC 8375; ICANN reserved `internal`). */
const PRIVATE_NAMES = /(?:^|\.)(?:test|invalid|example|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/;

/** Whether the host of a URL is one that the public cannot open: an address of a private network, or a name without a public end. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() !== 'unicast';
  return !name.includes('.') || PRIVATE_NAMES.test(name);
}

/** Whether the host of a URL can only mean this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Whether a URL can only lead to this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname);
}

/** The network of an IPv6 address; the customer chooses the other 64 bits (RFC 4291, 2.5.1). */
const NETWORK_BITS = 64;
/** The part of an IPv6 address that identifies a network of many owners, all of which one customer can have. */
export const WIDE_BITS = 48;

/**
 * The network of a caller, for rate limits: an IPv4 address itself, the /64 of an IPv6 address, as canonical text. Undefined for
 * a text that is no address.
 * @param bits length of the network of an IPv6 address
 */
export function networkOf(address: string, bits = NETWORK_BITS): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
