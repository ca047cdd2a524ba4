import ipaddr from 'ipaddr.js';

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
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return { own: address };
  const network = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
  return { own: network(64), wide: network(48) };
}
