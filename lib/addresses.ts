import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a text is an IP address or a CIDR range, written in full: `10/8` is not taken for 0.0.0.10/8. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Of an IPv6 address, what one connection is given: the other half it chooses for itself (RFC 4291, 2.5.1). */
const NETWORK_BITS = 64;

/**
 * Who is behind an address, as far as it tells: an IPv4 address itself, the /64 of an IPv6 address. Canonical text;
 * undefined where the text is no address.
 */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}
