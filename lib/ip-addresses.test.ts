import { expect, test } from 'vitest';
import { coversEveryone, isAddressRange, isLoopback, networkOf } from './ip-addresses.ts';

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
])('%j is neither', (text) => {
  expect(isAddressRange(text)).toBe(false);
});

test.each([
  [['0.0.0.0/0']],
  [['::/0']],
  [['10.0.0.0/8', '::/0']],
  [['0.0.0.0/1', '128.0.0.0/1']],
  [['128.0.0.0/2', '10.0.0.0/8', '192.0.0.0/3', '0.0.0.0/1']],
  [['::ffff:0.0.0.0/96']],
  [['::/1', '8000::/1']],
  [['2000::/3']],
  [['2000::/4', '3000::/5', '3800::/5']],
])('%j contains every address of a caller', (ranges) => {
  expect(coversEveryone(ranges)).toBe(true);
});

test.each([
  [[]],
  [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '::1']],
  [['0.0.0.0/1']],
  [['0.0.0.0/1', '128.0.0.0/2']],
  [['2001:db8::/32', '192.0.2.1']],
  [['0.0.0.0/1', '8000::/1']],
])('%j leaves out some callers', (ranges) => {
  expect(coversEveryone(ranges)).toBe(false);
});

test('every piece of a partition of all addresses is needed', () => {
  const pieces = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`);
  expect(coversEveryone(pieces)).toBe(true);
  expect(coversEveryone(pieces.filter((piece) => piece !== '81.0.0.0/8'))).toBe(false);
});

test.each([
  'http://localhost:3000',
  'http://LOCALHOST.',
  'https://give.localhost',
  'http://127.0.0.1',
  'http://127.8.9.10',
  'http://127.1',
  'http://2130706433',
  'http://[::1]:3000',
  'http://[::ffff:127.0.0.1]',
  'redis://localhost:6379',
])('%s is this machine', (address) => {
  expect(isLoopback(address)).toBe(true);
});

test.each([
  'https://give.example.org',
  'http://localhost.example.org',
  'http://10.0.0.1',
  'http://[2001:db8::1]',
])('%s is another machine', (address) => {
  expect(isLoopback(address)).toBe(false);
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
