import { expect, test } from 'vitest';
import { acceptsIdentity, prefersGzip } from './accept-encoding.ts';

test.each([
  [undefined, false, true],
  ['', false, true],
  ['gzip', true, true],
  ['br, GZIP;q=0.5', true, true],
  ['gzip, deflate, br, zstd', true, true],
  ['*', true, true],
  ['x-gzip', true, true],
  ['gzip;q=0', false, true],
  ['gzip; q = 0.000, *', false, true],
  ['*;q=0', false, false],
  ['*;q=0, gzip', true, false],
  ['identity;q=0', false, false],
  ['gzip, identity;q=0', true, false],
  ['identity, *;q=0', false, true],
  ['identity, gzip;q=0.5', false, true],
  ['not-gzip', false, true],
])('Accept-Encoding %j: gzip %s, none %s', (header, gzip, identity) => {
  expect([prefersGzip(header), acceptsIdentity(header)]).toEqual([gzip, identity]);
});
