import { beforeAll, describe, expect, test } from 'vitest';
import * as causeRoute from '#app/v1/causes/[key]/route.ts';
import { createPartner, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { runningService } from '#testing/running-service.ts';
import { clientAddress, isAddressIn, normaliseAddress, resolveClientAddress } from './request.ts';

const ALLOWED = '203.0.113.7';
/** Every header with which a caller could try to forge its address. */
const FORGED: Record<string, string>[] = [
  { 'x-forwarded-for': ALLOWED },
  { 'x-forwarded-for': `${ALLOWED}, ${ALLOWED}` },
  { 'x-real-ip': ALLOWED },
  { forwarded: `for=${ALLOWED}` },
  { 'x-client-address': ALLOWED },
  { 'x-client-address': ALLOWED, 'x-client-address-secret': 'guess' },
  { 'cf-connecting-ip': ALLOWED },
  { 'true-client-ip': ALLOWED },
  { 'x-client-ip': ALLOWED },
  { via: ALLOWED },
];

const { service } = runningService();
let path: string;
let key: string;
beforeAll(async () => {
  path = `/v1/causes/${await publishedCause(service, await createPartner())}`;
  ({ key } = await createPartner({ allowedIps: [ALLOWED] }));
});

test.each(FORGED)('%j does not pass an allowlist', async (headers) => {
  expectProblem(await service.call(path, { key, headers }), 403, 'forbidden');
});

test('nor does a header written twice, or in capitals', async () => {
  const lines = [`GET ${path} HTTP/1.1`, `X-API-Key: ${key}`, `X-CLIENT-ADDRESS: ${ALLOWED}`];
  for (const more of [
    [`X-Forwarded-For: ${ALLOWED}`, `x-forwarded-for: ${ALLOWED}`],
    ['X-Client-Address-Secret: a', 'X-CLIENT-ADDRESS-SECRET: b'],
  ])
    expect((await rawRequest(service.url, [...lines, ...more])).status).toBe(403);
});

test('without server.ts the address is unknown: a key with an allowlist is refused, another is not', async () => {
  const reach = async (apiKey: string) => {
    const headers = { 'x-api-key': apiKey, 'x-forwarded-for': ALLOWED, 'x-client-address': ALLOWED };
    const request = new Request(service.url + path, { headers });
    return (await causeRoute.GET(request, { params: Promise.resolve({ key: path.split('/')[3] ?? '' }) })).status;
  };
  expect(await reach((await createPartner({ allowedIps: ['0.0.0.0/0', '::/0'] })).key)).toBe(403);
  expect(await reach((await createPartner()).key)).toBe(200);
});

test('an address without the secret of server.ts is ignored', () => {
  expect(clientAddress(new Headers({ 'x-client-address': ALLOWED }))).toBeUndefined();
  expect(clientAddress(new Headers({ 'x-client-address': ALLOWED, 'x-client-address-secret': '' }))).toBeUndefined();
});

describe('the address of a caller', () => {
  const proxies = ['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1'];
  test.each([
    ['without trusted proxies is the socket’s', '198.51.100.1', ALLOWED, [], '198.51.100.1'],
    ['is the socket’s where that is no trusted proxy', '198.51.100.1', ALLOWED, proxies, '198.51.100.1'],
    ['behind a trusted proxy is what that says', '10.0.0.1', ALLOWED, proxies, ALLOWED],
    ['is the right-most that is no trusted proxy', '10.0.0.1', `1.1.1.1, ${ALLOWED}, 10.9.9.9`, proxies, ALLOWED],
    ['ignores what a caller put to the left', '10.0.0.1', `10.1.1.1, ${ALLOWED}`, proxies, ALLOWED],
    ['may be IPv6', '2001:db8:1::1', '2001:DB8:2::0001', proxies, '2001:db8:2::1'],
    ['mapped into IPv6 is IPv4', '::ffff:10.0.0.1', `::ffff:${ALLOWED}`, proxies, ALLOWED],
    ['skips empty hops', '10.0.0.1', `${ALLOWED}, ,`, proxies, ALLOWED],
    ['is the proxy itself when it names nobody else', '10.0.0.1', '10.0.0.2', proxies, '10.0.0.1'],
    ['is the proxy itself without the header', '10.0.0.1', undefined, proxies, '10.0.0.1'],
    ['is unknown when the right-most hop cannot be read', '10.0.0.1', `${ALLOWED}, unknown`, proxies, undefined],
    ['may have a port', '10.0.0.1', `${ALLOWED}:51234`, proxies, ALLOWED],
    ['may be IPv6 with a port', '10.0.0.1', '[2001:db8::1]:443', proxies, '2001:db8::1'],
    [
      'is behind a proxy with a port',
      '10.0.0.1',
      `1.1.1.1, ${ALLOWED}:1, 10.9.9.9:443, [2001:db8:1::1]:1`,
      proxies,
      ALLOWED,
    ],
    ['is what the proxy saw, with its port', '10.0.0.1', `${ALLOWED}, 198.51.100.1:443`, proxies, '198.51.100.1'],
    ['is not to the left of a hop that cannot be read', '10.0.0.1', `${ALLOWED}:1, 10.9.9.9:x`, proxies, undefined],
    ['is unknown without a socket address', undefined, ALLOWED, proxies, undefined],
  ])('%s', (_, socket, forwarded, trusted, expected) => {
    expect(resolveClientAddress(socket, forwarded, trusted)).toBe(expected);
  });
});

test.each([
  `${ALLOWED}:`,
  `${ALLOWED}:65536`,
  `${ALLOWED}:1:2`,
  `${ALLOWED}:-1`,
  `:51234`,
  '203.0.113.256:1',
  '[2001:db8::1]:',
  '[2001:db8::1]:65536',
  '[2001:db8::1]443',
  '[2001:db8::1]:443]',
  `[${ALLOWED}]:443`,
  '[]:443',
])('X-Forwarded-For: %s names no address', (hop) => {
  expect(resolveClientAddress('10.0.0.1', hop, ['10.0.0.1'])).toBeUndefined();
});

test('addresses have one canonical text', () => {
  expect(normaliseAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(normaliseAddress('[2001:DB8:0::1]')).toBe('2001:db8::1');
  expect(normaliseAddress('fe80::1%eth0')).toBe('fe80::1');
  for (const text of ['', 'unknown', '192.0.2.1:80', '192.0.2.256', '_hidden'])
    expect(normaliseAddress(text)).toBeUndefined();
});

test.each([
  ['192.0.2.1', '192.0.2.0/24', true],
  ['192.0.3.1', '192.0.2.0/24', false],
  ['192.0.2.1', '::ffff:192.0.2.0/120', true],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['2001:db8::1', '0.0.0.0/0', false],
  ['192.0.2.1', '::/0', false],
  ['nonsense', '0.0.0.0/0', false],
])('%s in %s: %s', (address, range, expected) => {
  expect(isAddressIn(address, [range])).toBe(expected);
});
