import { expect, test } from 'vitest';
import { networksOf } from './request.ts';

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0003::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2:2::/64', '2001:db8:2::/48'],
])('%s is counted by its /64 and its /48', (address, own, wide) => {
  expect(networksOf(address)).toEqual({ own, wide });
});

test.each(['198.51.100.7', 'unknown', '::no-address'])('%s is counted by itself', (address) => {
  expect(networksOf(address)).toEqual({ own: address });
});
