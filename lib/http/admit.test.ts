import { beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '#lib/clients/keys.ts';
import { db, transaction } from '#lib/db.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';
import { createPartner } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { createSample, KEYED, pathOf, type Sample, validCall } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';
import { CONTRACTS } from './contracts.ts';

const UNKNOWN_KEY = `cause_live_${'x'.repeat(32)}`;

const { service, partner } = runningService();
let sample: Sample;
beforeAll(async () => {
  sample = await createSample(service, partner);
});

describe.each(KEYED)('$method $path', (contract) => {
  const call = (options: { key?: string; headers?: Record<string, string> }, query = '') =>
    service.call(pathOf(contract, sample) + query, { ...validCall(contract, sample), ...options });

  test('accepts the key as X-API-Key, as Authorization: Bearer, and the same key in both', async () => {
    const bearer = { authorization: `Bearer ${partner.key}` };
    for (const options of [{ key: partner.key }, { headers: bearer }, { key: partner.key, headers: bearer }])
      expect((await call(options)).status).toBe(contract.status);
    expect((await call({ headers: { authorization: `bearer ${partner.key}` } })).status).toBe(contract.status);
  });

  test.each<[string, Record<string, string>]>([
    ['without a key', {}],
    ['with an unknown key', { 'x-api-key': UNKNOWN_KEY }],
    ['with a key of another form', { 'x-api-key': 'cause_live_short' }],
    ['with an unknown bearer', { authorization: `Bearer ${UNKNOWN_KEY}` }],
    ['with a key under another scheme', { authorization: `Basic ${UNKNOWN_KEY}` }],
    ['with an empty bearer', { authorization: 'Bearer ' }],
  ])('refuses a call %s: 401', async (_, headers) => {
    const reply = await call({ headers });
    expectProblem(reply, 401, 'unauthorized');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  test('refuses two different keys in the two headers: 401', async () => {
    const headers = { authorization: `Bearer ${UNKNOWN_KEY}` };
    expectProblem(await call({ key: partner.key, headers }), 401, 'unauthorized');
  });

  test.each(['X-API-Key: ', 'Authorization: Bearer '])(
    'refuses two keys in two lines of the header %s: 401, whichever comes first',
    async (header) => {
      const lines = [`${header}${partner.key}`, `${header}${UNKNOWN_KEY}`];
      for (const keys of [lines, lines.toReversed()]) {
        const first = `${contract.method} ${pathOf(contract, sample)} HTTP/1.1`;
        const reply = await rawRequest(service.url, [first, ...keys]);
        expect(reply.status).toBe(401);
      }
    },
  );

  test('does not accept a key from the query string', async () => {
    for (const name of ['api_key', 'key', 'x-api-key', 'access_token'])
      expectProblem(await call({}, `?${name}=${partner.key}`), 401, 'unauthorized');
  });

  test('a revoked key stops at once', async () => {
    const { key, keyId } = await createPartner();
    expect((await call({ key })).status).not.toBe(401);
    await transaction((tx) => revokeKey(tx, keyId, new Date()));
    expectProblem(await call({ key }), 401, 'unauthorized');
  });

  test('refuses a key that has every other permission: 403, naming the one it lacks', async () => {
    const { key } = await createPartner({
      permissions: PERMISSION_NAMES.filter((name) => name !== contract.permission),
    });
    const { detail } = expectProblem(await call({ key }), 403, 'forbidden');
    expect(detail).toContain(contract.permission);
  });

  test('accepts a key with that permission only', async () => {
    const { key } = await createPartner({ permissions: [contract.permission] });
    expect([401, 403]).not.toContain((await call({ key })).status);
  });

  test('refuses a key used outside its allowlist: 403, before its permissions are checked', async () => {
    const outside = ['203.0.113.0/24', '2001:db8::/32'];
    const { key } = await createPartner({ allowedIps: outside, permissions: [] });
    const { detail } = expectProblem(await call({ key }), 403, 'forbidden');
    expect(detail).toContain('address');
  });

  test('checks the key before anything of the request', async () => {
    const path = pathOf(contract, { causeKey: 'none', linkId: 'none' });
    const headers = { 'content-type': 'text/plain' };
    const options = contract.method === 'GET' ? {} : { method: 'POST', raw: '{', headers };
    expectProblem(await service.call(path, options), 401, 'unauthorized');
  });
});

test.each(['127.0.0.1', '127.0.0.0/8', '::ffff:127.0.0.1', '::ffff:127.0.0.0/104', '0.0.0.0/0'])(
  'an allowlist with %s admits 127.0.0.1',
  async (range) => {
    const { key } = await createPartner({ allowedIps: ['198.51.100.1', range] });
    expect((await service.call(`/v1/causes/${sample.causeKey}`, { key })).status).toBe(200);
  },
);

test.each(['127.0.0.2', '126.0.0.0/8', '::1', '::/0', '2001:db8::1'])(
  'an allowlist of %s refuses 127.0.0.1',
  async (range) => {
    const { key } = await createPartner({ allowedIps: [range] });
    expectProblem(await service.call(`/v1/causes/${sample.causeKey}`, { key }), 403, 'forbidden');
  },
);

test('a repeated key header is not a key', async () => {
  const reply = await rawRequest(service.url, [
    `GET /v1/causes/${sample.causeKey} HTTP/1.1`,
    `X-API-Key: ${partner.key}`,
    `X-API-Key: ${UNKNOWN_KEY}`,
  ]);
  expect(reply.status).toBe(401);
});

test('only the public view and the payment intent need no key', () => {
  const open = CONTRACTS.filter((contract) => contract.permission === null).map((c) => c.operationId);
  expect(open).toEqual(['readPublicCheckoutLink', 'createPaymentIntent']);
});

test('"last used" of a key is written at most once a minute', async () => {
  const { key, keyId } = await createPartner();
  const use = () => service.call(`/v1/causes/${sample.causeKey}`, { key });
  const lastUsed = async () => (await db().apiKey.findUniqueOrThrow({ where: { id: keyId } })).lastUsedAt;
  expect(await lastUsed()).toBeNull();
  await use();
  const first = await lastUsed();
  expect(first).not.toBeNull();
  await use();
  expect(await lastUsed()).toEqual(first);
  const longAgo = new Date(Date.now() - 61_000);
  await db().apiKey.update({ where: { id: keyId }, data: { lastUsedAt: longAgo } });
  await use();
  expect((await lastUsed())?.getTime()).toBeGreaterThan(longAgo.getTime());
});

test('only the hash of a key is stored', async () => {
  const row = await db().apiKey.findUniqueOrThrow({ where: { id: partner.keyId } });
  expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row)).not.toContain(partner.key.slice('cause_live_'.length));
});
