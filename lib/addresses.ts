import { isIP } from 'node:net';

/** Whether a text is an IP address or a CIDR range, written in full: `10/8` is not taken for 0.0.0.10/8. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
