import { expect, test } from 'vitest';
import { containsCallers, isAddressRange, isLoopback, isPrivateHost, networkOf } from './ip-addresses.ts';

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
  'fe80::1%eth0',
  'fe80::%eth0/64',
  '::ffff:0.0.0.0/90',
  '::ffff:c000:200/95',
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
  [['0.0.0.0/1']],
  [['::/1']],
  [['8000::/1']],
  [['0.0.0.0/1', '128.0.0.0/2']],
  [['64.0.0.0/4']],
  [['64.0.0.0/5', '96.0.0.0/5']],
  [['2a00::/7']],
  [['2c00::/8', '2600::/7', '2a00::/8']],
  [['::ffff:64.0.0.0/100']],
])('%j contains callers', (ranges) => {
  expect(containsCallers(ranges)).toBe(true);
});

test.each([
  [[]],
  [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10', '::1', '100.64.0.0/10']],
  [['2001:db8::/32', '192.0.2.1']],
  [['2606:4700::/32', '104.16.0.0/13', '172.64.0.0/13']],
])('%j are proxies of somebody', (ranges) => {
  expect(containsCallers(ranges)).toBe(false);
});

test('ranges count together, however they are cut: all but a sliver contain callers', () => {
  const pieces = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`);
  expect(containsCallers(pieces)).toBe(true);
  expect(containsCallers(pieces.filter((piece) => piece !== '81.0.0.0/8'))).toBe(true);
  expect(containsCallers(pieces.slice(0, 16))).toBe(true);
  expect(containsCallers(pieces.slice(0, 15))).toBe(false);
  // The same range twice is counted once.
  expect(containsCallers(Array.from({ length: 99 }, () => '10.0.0.0/8'))).toBe(false);
});

test.each([
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '192.168.1.10',
  '100.64.0.1',
  '169.254.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.7',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  'intranet',
  'app-1',
  'printer.local',
  'give.internal',
  'give.test',
  'give.invalid.',
  'nas.home.arpa',
])('the public cannot open %s', (host) => {
  expect(isPrivateHost(new URL(`https://${host}`).hostname)).toBe(true);
});

test.each(['give.example.org', 'test.org', 'local.co', '8.8.8.8', '[2606:4700::1]', 'xn--bcher-kva.ch'])(
  'the public can open %s',
  (host) => {
    expect(isPrivateHost(new URL(`https://${host}`).hostname)).toBe(false);
  },
);

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

test.each(['https://give.example.org', 'http://localhost.example.org', 'http://10.0.0.1', 'http://[2001:db8::1]'])(
  '%s is another machine',
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);

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
