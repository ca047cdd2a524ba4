import { expect, test } from 'vitest';
import { isAddressRange, networkOf } from './addresses.ts';

test.each([
  '192.0.2.1',
  '192.0.2.0/24',
  '0.0.0.0/0',
  '192.0.2.1/32',
  '2001:db8::1',
  '2001:db8::/32',
  '::/0',
  '::ffff:192.0.2.0/120',
])('%s is an address or a range', (text) => {
  expect(isAddressRange(text)).toBe(true);
});

test.each([
  '',
  '10/8',
  '10.1',
  '1',
  '0x7f.1',
  '192.0.2.0/33',
  '2001:db8::/129',
  '192.0.2.0/',
  '192.0.2.0/-1',
  '192.0.2.0/24/24',
  '192.0.2.256',
  'localhost',
  ' 192.0.2.1',
])('%j is none', (text) => {
  expect(isAddressRange(text)).toBe(false);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['unknown', undefined],
  ['', undefined],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
