import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a text is an IP address or a CIDR range in full: `10/8` is not read as 0.0.0.10/8. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The prefixes, in bits, of public addresses: the former classes A, B and C of IPv4, global unicast of IPv6. */
const CALLERS = { ipv4: ['0', '10', '110'], ipv6: ['001'] };

/**
 * Whether ranges together contain every public address of IPv4 or of IPv6.
 * @param ranges each valid for `isAddressRange`
 */
export function coversEveryone(ranges: readonly string[]): boolean {
  const prefixes = ranges.map(prefixOf);
  return (['ipv4', 'ipv6'] as const).some((family) => {
    const own = prefixes.filter((prefix) => prefix.family === family).map(({ bits }) => bits);
    return CALLERS[family].every((block) => covers(own, block));
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

/** Whether every address with the prefix `block` has one of the prefixes. */
function covers(prefixes: readonly string[], block: string): boolean {
  if (prefixes.some((prefix) => block.startsWith(prefix))) return true;
  const within = prefixes.filter((prefix) => prefix.startsWith(block));
  return within.length > 0 && covers(within, `${block}0`) && covers(within, `${block}1`);
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
