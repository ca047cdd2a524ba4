import { beforeAll, describe, expect, test } from 'vitest';
import { createPartner } from '#testing/factories.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { createSample, pathOf, type Sample, validCall } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { CONTRACTS } from './contracts.ts';

const ANNOUNCED = [
  '/v1/causes/some-cause/verification',
  '/v1/causes/some-cause/bank_accounts',
  '/v1/causes/some-cause/withdrawals',
  '/v1/providers',
];
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const { service, partner } = runningService();
let sample: Sample;
beforeAll(async () => {
  sample = await createSample(service, partner);
});

/** Expects the headers about the limit that counted a call. */
function expectCounted({ headers }: Reply, limit: string): void {
  expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${limit}";q=\\d+;w=10$`));
  expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${limit}";r=\\d+;t=\\d+$`));
}

describe.each(CONTRACTS)('$method $path', (contract) => {
  const allowed = contract.method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !allowed.includes(method),
  );

  test.each(others)('%s is 405 with Allow, without a key', async (method) => {
    const reply = await service.call(pathOf(contract, sample), { method });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe(allowed.join(', '));
    expectCounted(reply, 'address');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    if (method !== 'HEAD') expectProblem(reply, 405, 'not_found');
  });

  test('TRACE is 405 too', async () => {
    const reply = await rawRequest(service.url, [`TRACE ${pathOf(contract, sample)} HTTP/1.1`]);
    expect(reply.status).toBe(405);
  });

  test('every response has a request id and the rate limit, and is not cached', async () => {
    const replies = [
      await service.call(pathOf(contract, sample), { ...validCall(contract, sample), key: partner.key }),
      await service.call(pathOf(contract, { causeKey: 'none', linkId: 'none' }), {
        ...validCall(contract, sample),
        key: partner.key,
      }),
    ];
    for (const { headers } of replies) {
      expect(headers.get('x-request-id')).toMatch(REQUEST_ID);
      expect(headers.get('cache-control')).toBe(contract.permission ? 'private, no-store' : 'no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('ratelimit-policy')).toMatch(/^"(client|address|link)";q=\d+;w=10$/);
      expect(headers.get('ratelimit')).toMatch(/^"(client|address|link)";r=\d+;t=\d+$/);
    }
    expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2);
  });

  test('`instance` is the path of the request without its query', async () => {
    const path = pathOf(contract, { causeKey: 'none', linkId: 'none' });
    const wrong = contract.method === 'GET' ? {} : { raw: '{' };
    const reply = await service.call(`${path}?a=b&c=d`, { key: partner.key, ...wrong });
    expect(reply.body.instance).toBe(path);
  });
});

test.each(CONTRACTS.filter((contract) => contract.method === 'GET'))(
  'HEAD $path answers like GET, without a body',
  async (contract) => {
    const path = pathOf(contract, sample);
    const get = await service.call(path, { key: partner.key });
    const head = await service.call(path, { key: partner.key, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  },
);

test.each([
  '/v1',
  '/v1/',
  '/v1/x',
  '/v1/causes/',
  '/v1/checkout_links/',
  '/v1//causes',
  '/v1/Causes',
  '/v1/checkout_links/a/b',
  '/v1/checkout_links/a/public/',
  '/v1/causes/%',
  '/v1/causes/%zz',
  '/v1/causes/%ff',
  '/v1/causes/%ed%a0%80',
  '/v1/webhooks',
  '/v1/causes?page=2',
])('GET %s is a 404 problem document, without a key', async (path) => {
  // The path of a collection exists, but without GET: there are no lists.
  const isCollection = path.startsWith('/v1/causes?');
  expectProblem(await service.call(path), isCollection ? 405 : 404, 'not_found');
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s of an unknown path is a 404 problem document',
  async (method) => {
    const reply = await service.call('/v1/unknown/thing', { method });
    expectProblem(reply, 404, 'not_found');
    expect(reply.headers.get('x-request-id')).toMatch(REQUEST_ID);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expectCounted(reply, 'address');
  },
);

test.each([
  ['/v1/causes/a%2Fb', 404, 'cause_not_found'],
  ['/v1/causes/a%00b', 404, 'cause_not_found'],
  ['/v1/causes/%F0%9F%92%B8', 404, 'cause_not_found'],
  ["/v1/causes/'%20OR%20'1'='1", 404, 'cause_not_found'],
  ['/v1/checkout_links/a%2Fpublic', 404, 'checkout_link_not_found'],
  ['/v1/checkout_links/a%00b', 404, 'checkout_link_not_found'],
  ['/v1/checkout_links/a%00b/public', 404, 'checkout_link_not_found'],
  [`/v1/checkout_links/${'x'.repeat(4000)}`, 404, 'checkout_link_not_found'],
] as const)('GET %s is %i %s', async (path, status, code) => {
  expectProblem(await service.call(path, { key: partner.key }), status, code);
});

test.each(['a%00b', 'none', '%F0%9F%92%B8'])(
  'a payment intent of link %s is 404, with an Idempotency-Key too',
  async (id) => {
    for (const headers of [{}, { 'idempotency-key': 'k' }] as Record<string, string>[]) {
      const reply = await service.call(`/v1/checkout_links/${id}/payment_intent`, { body: {}, headers });
      expectProblem(reply, 404, 'checkout_link_not_found');
    }
  },
);

test.each(['', 'k'.repeat(256)])(
  'and one of the wrong length, such as %j, is 400 before the link is looked for',
  async (key) => {
    for (const id of ['none', `chl_${'x'.repeat(24)}`]) {
      const headers = { 'idempotency-key': key };
      const reply = await service.call(`/v1/checkout_links/${id}/payment_intent`, { body: {}, headers });
      expectRefused(reply, 'Idempotency-Key');
    }
  },
);

test.each(['/v1/../healthz', '/v1/causes/../../healthz', '/v1/causes/%2e%2e/x'])(
  '%s, written like this, is not found',
  async (path) => {
    const reply = await rawRequest(service.url, [`GET ${path} HTTP/1.1`]);
    expect(reply.status).toBe(404);
    expect(reply.body).toContain('not_found');
  },
);

describe.each(ANNOUNCED)('POST %s, announced but not implemented', (path) => {
  const body = { amount: 1 };

  test('is 501 with a valid key, with any permissions and any body', async () => {
    const { key } = await createPartner({ permissions: [] });
    for (const options of [
      { body },
      { raw: '{' },
      { method: 'POST' },
      { raw: 'a=b', headers: { 'content-type': 'text/plain' } },
    ]) {
      const reply = await service.call(path, { key, ...options });
      expectProblem(reply, 501, 'not_implemented');
      expect(reply.headers.get('cache-control')).toBe('private, no-store');
      expectCounted(reply, 'client');
    }
  });

  test('is 401 without a key and 403 outside the allowlist', async () => {
    const unknown = await service.call(path, { body });
    expectProblem(unknown, 401, 'unauthorized');
    expectCounted(unknown, 'failed_auth');
    const { key } = await createPartner({ allowedIps: ['203.0.113.1'] });
    expectProblem(await service.call(path, { body, key }), 403, 'forbidden');
  });

  test('is 404 with another method or a slash at the end', async () => {
    expectProblem(await service.call(path, { key: partner.key }), 404, 'not_found');
    expectProblem(await service.call(`${path}/`, { key: partner.key, body }), 404, 'not_found');
  });
});
