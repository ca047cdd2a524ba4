import { networkOf } from '#lib/addresses.ts';

/** As much of an IPv6 address as names what many owners have. */
const WIDE_BITS = 48;

/** The networks of an address that limits count. */
export type Networks = {
  /** What one customer has at least: the address itself of IPv4, the /64 of IPv6. */
  own: string;
  /** The /48 of IPv6, which one customer may have as well. */
  wide?: string;
};

/**
 * What an address is counted as. A network of IPv6 hands its owner 2^64 addresses at the very least, so counting each by
 * itself would bound nothing; many owners have a /48, which is 65,536 such networks. What is no address is counted as it is.
 */
export function networksOf(address: string): Networks {
  const own = networkOf(address) ?? address;
  const wide = networkOf(address, WIDE_BITS);
  return wide === undefined || wide === own ? { own } : { own, wide };
}
