import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { createPartner, openLink } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';

const CLIENT = 8;
const ADDRESS = 20;
const LINK = 3;
const FAILED = 12;
/** Longer than this file takes on any machine, so that no count begins anew within a test. */
const WINDOW = 3600;
const IN_WINDOW = /^[1-9]\d{0,3}$/;

const { service } = runningService({
  RATE_LIMIT_CLIENT_PER_10S: String(CLIENT),
  RATE_LIMIT_ADDRESS_PER_10S: String(ADDRESS),
  RATE_LIMIT_LINK_PER_10S: String(LINK),
  RATE_LIMIT_FAILED_AUTH_PER_10S: String(FAILED),
  RATE_LIMIT_WINDOW_SECONDS: String(WINDOW),
  // Every test calls from another address.
  TRUSTED_PROXIES: '127.0.0.1',
});
let linkId: string;
beforeAll(async () => {
  linkId = (await openLink(service, await createPartner())).id;
});

async function repeat(times: number, call: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let i = 0; i < times; i++) replies.push(await call());
  return replies;
}

/** Expects exactly `limit` calls to pass, and a 429 with the time to wait for the next. */
function expectLimit(replies: Reply[], scope: string, limit: number): void {
  const refused = replies.pop();
  if (!refused) throw new Error('nothing was called');
  for (const [i, { status, headers }] of replies.entries()) {
    expect(status).not.toBe(429);
    expect(headers.get('ratelimit-policy')).toBe(`"${scope}";q=${limit};w=${WINDOW}`);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${scope}";r=${limit - 1 - i};t=[1-9]\\d{0,3}$`));
  }
  expect(replies).toHaveLength(limit);
  expectProblem(refused, 429, 'rate_limit_exceeded');
  expect(refused.headers.get('retry-after')).toMatch(IN_WINDOW);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"${scope}";q=${limit};w=${WINDOW}`);
  expect(refused.headers.get('ratelimit')).toMatch(new RegExp(`^"${scope}";r=0;t=[1-9]\\d{0,3}$`));
}

const EVENT = JSON.stringify({ id: 'evt_1', object: 'event', type: 'other', data: { object: {} } });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

test('calls with a key are counted per client, over all its keys and endpoints', async () => {
  const { key } = await createPartner();
  const paths = ['/v1/causes/none', '/v1/checkout_links/none'];
  let i = 0;
  const replies = await repeat(CLIENT + 1, () => service.call(paths[i++ % 2] ?? '', { key }));
  expectLimit(replies, 'client', CLIENT);
  const other = await createPartner();
  expect((await service.call('/v1/causes/none', { key: other.key })).status).toBe(404);
});

test('calls without a key are counted per address', async () => {
  const path = '/v1/checkout_links/none/public';
  expectLimit(await repeat(ADDRESS + 1, () => service.call(path, from('198.51.100.1'))), 'address', ADDRESS);
  expect((await service.call(path, from('198.51.100.2'))).status).toBe(404);
});

describe('events of gateways', () => {
  const send = (signature: string | undefined, gateway: string, address: string) =>
    service.call(`/webhooks/${gateway}`, {
      raw: EVENT,
      headers: {
        ...from(address).headers,
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
    });
  const signed = () =>
    new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
      payload: EVENT,
      secret: 'whsec_emulator',
    });

  test.each([
    ['without a signature', undefined, 'stripe', 400],
    ['with a wrong signature', 't=1,v1=00', 'stripe', 400],
    ['of an unknown account', undefined, 'stripe-xx', 404],
  ] as const)('%s count for their address, and a genuine one passes', async (_case, signature, gateway, status) => {
    const address = `198.51.100.${100 + gateway.length + (signature?.length ?? 0)}`;
    const replies = await repeat(FAILED + 1, () => send(signature, gateway, address));
    const refused = replies.pop();
    if (!refused) throw new Error('nothing was sent');
    expect(replies.map((reply) => reply.status)).toEqual(Array(FAILED).fill(status));
    expectProblem(refused, 429, 'rate_limit_exceeded');
    expect(refused.headers.get('retry-after')).toMatch(IN_WINDOW);
    expect((await send(signed(), 'stripe', address)).status).toBe(200);
  });
});

test('what costs more than the whole limit is answered once in a window', async () => {
  const statuses = await repeat(2, () => service.call('/receipt/none/pdf', from('198.51.100.9')));
  expect(statuses.map(({ status }) => status)).toEqual([404, 429]);
});

test('and so are calls of paths that do not exist, and of methods that a path does not take', async () => {
  const calls: [string, string][] = [
    ['GET', '/v1/nothing'],
    ['GET', '/v1/providers'],
    ['GET', '/v1/causes'],
    ['DELETE', `/v1/checkout_links/${linkId}`],
  ];
  let i = 0;
  const replies = await repeat(ADDRESS + 1, () => {
    const [method, path] = calls[i++ % calls.length] ?? ['', ''];
    return service.call(path, { method, ...from('198.51.100.3') });
  });
  expectLimit(replies, 'address', ADDRESS);
});

test('calls of announced endpoints with a key are counted per client, and not for the address', async () => {
  const { key } = await createPartner();
  const announced = () => service.call('/v1/causes/some/withdrawals', { method: 'POST', key, ...from('198.51.100.5') });
  const replies = await repeat(CLIENT + 1, announced);
  for (const reply of replies.slice(0, -1)) expectProblem(reply, 501, 'not_implemented');
  expectLimit(replies, 'client', CLIENT);
  expectProblem(await service.call('/v1/causes/none', { key }), 429, 'rate_limit_exceeded');
  const { headers } = await service.call('/v1/nothing', from('198.51.100.5'));
  expect(headers.get('ratelimit')).toContain(`r=${ADDRESS - 1};`);
});

test('an address that has used up its calls without a key can still call announced endpoints with one', async () => {
  const { key } = await createPartner();
  await repeat(ADDRESS + 1, () => service.call('/v1/nothing', from('198.51.100.6')));
  const announced = { method: 'POST', key, ...from('198.51.100.6') };
  expectProblem(await service.call('/v1/providers', announced), 501, 'not_implemented');
});

test('payment intents are counted per link, from any addresses', async () => {
  let i = 0;
  const call = () =>
    service.call(`/v1/checkout_links/${linkId}/payment_intent`, { raw: '[]', ...from(`192.0.2.${++i}`) });
  expectLimit(await repeat(LINK + 1, call), 'link', LINK);
});

test('a refused call is not recorded under its Idempotency-Key', async () => {
  const { key } = await createPartner();
  await repeat(CLIENT, () => service.call('/v1/causes/none', { key }));
  const headers = { 'idempotency-key': 'k' };
  const refused = await service.call('/v1/causes', { key, headers, body: {} });
  expectProblem(refused, 429, 'rate_limit_exceeded');
  expect(await db().idempotencyRecord.count({ where: { key: 'k' } })).toBe(0);
});

test('a call without a valid key uses up nobody’s limit', async () => {
  const replies = await repeat(CLIENT + 1, () => service.call('/v1/causes/none', from('198.51.100.4')));
  for (const reply of replies) expectProblem(reply, 401, 'unauthorized');
});

describe('failed authentication counts against the address', () => {
  const unknown = `cause_live_${'x'.repeat(32)}`;
  const call = (address: string, key?: string, path = '/v1/causes/none', method = 'GET') =>
    service.call(path, { method, ...from(address), ...(key === undefined ? {} : { key }) });
  const times = (count: number, each: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, each));
  const refusedOf = (replies: Reply[]) => replies.filter(({ status }) => status === 429);

  test('beyond the limit it is 429; a valid key from the same address and other addresses still work', async () => {
    const partner = await createPartner();
    const keys = [undefined, unknown, 'cause_live_short'];
    let i = 0;
    const replies = await repeat(FAILED + 1, () => call('198.51.100.50', keys[i++ % keys.length]));
    for (const reply of replies.slice(0, -1)) expectProblem(reply, 401, 'unauthorized');
    expectLimit(replies, 'failed_auth', FAILED);
    expect((await call('198.51.100.50', partner.key)).status).toBe(404);
    expectProblem(await call('198.51.100.51', unknown), 401, 'unauthorized');
  });

  test('over all endpoints, including announced ones', async () => {
    const paths: [string, string][] = [
      ['/v1/checkout_links/none', 'GET'],
      ['/v1/causes', 'POST'],
      ['/v1/providers', 'POST'],
    ];
    let i = 0;
    const replies = await repeat(FAILED + 1, () => {
      const [path, method] = paths[i++ % paths.length] ?? ['', ''];
      return call('198.51.100.52', unknown, path, method);
    });
    expect(replies.map(({ status }) => status)).toEqual([...Array(FAILED).fill(401), 429]);
  });

  test('including keys used from outside their allowlist', async () => {
    const { key } = await createPartner({ allowedIps: ['203.0.113.9'] });
    const replies = await repeat(FAILED + 1, () => call('198.51.100.53', key));
    expect(replies.map(({ status }) => status)).toEqual([...Array(FAILED).fill(403), 429]);
    expect((await call('203.0.113.9', key)).status).toBe(404);
  });

  test('including keys that lack the permission, which use up nothing of their client', async () => {
    const { key } = await createPartner({ permissions: ['cause:read'] });
    const replies = await repeat(FAILED + 1, () => call('198.51.100.54', key, '/v1/causes', 'POST'));
    for (const reply of replies.slice(0, -1)) expectProblem(reply, 403, 'forbidden');
    expectLimit(replies, 'failed_auth', FAILED);
    expect((await call('198.51.100.54', key)).headers.get('ratelimit')).toMatch(
      new RegExp(`^"client";r=${CLIENT - 1};`),
    );
  });

  test('an IPv6 /64 counts as one address, and a /48 as sixteen', async () => {
    const inNetwork = (network: number, host: number) => call(`2001:db8:7:${network}::${host + 1}`, unknown);
    const ofOne = await Promise.all(Array.from({ length: FAILED + 3 }, (_, host) => inNetwork(0, host)));
    expect(refusedOf(ofOne)).toHaveLength(3);
    const ofFifteen = await Promise.all(
      Array.from({ length: 15 }, (_, network) => times(FAILED, () => inNetwork(network + 1, 0))).flat(),
    );
    expect(refusedOf((await Promise.all(ofFifteen)).flat())).toEqual([]);
    const next = await inNetwork(16, 0);
    expectProblem(next, 429, 'rate_limit_exceeded');
    expect(next.headers.get('ratelimit-policy')).toBe(`"failed_auth";q=${16 * FAILED};w=${WINDOW}`);
    expectProblem(await call('2001:db8:8::1', unknown), 401, 'unauthorized');
  });
});

test('endpoints without a key count an IPv6 /64 as one address too', async () => {
  let host = 0;
  const call = () => service.call('/v1/checkout_links/none/public', from(`2001:db8:9:1::${++host}`));
  expectLimit(await repeat(ADDRESS + 1, call), 'address', ADDRESS);
  const neighbour = await service.call('/v1/checkout_links/none/public', from('2001:db8:9:2::1'));
  expect(neighbour.status).toBe(404);
});

test('text without the form of a link id gets no counter and no record', async () => {
  const strange = [
    'none',
    `chl_${'x'.repeat(23)}`,
    `chl_${'x'.repeat(25)}`,
    `chl_${'x'.repeat(23)}-`,
    randomText(6000),
  ];
  for (const [place, id] of strange.entries()) {
    const address = `198.51.100.${60 + place}`;
    const ofLink = await repeat(LINK + 1, () =>
      service.call(`/v1/checkout_links/${id}/payment_intent`, {
        body: {},
        headers: { ...from(address).headers, 'idempotency-key': 'strange' },
      }),
    );
    for (const reply of ofLink) {
      expectProblem(reply, 404, 'checkout_link_not_found');
      expect(reply.headers.get('ratelimit-policy')).toContain('"address"');
    }
    for (const reply of await repeat(LINK + 1, () => ask(id, address))) expect(reply.status).toBe(404);
  }
  expect(await db().idempotencyRecord.count({ where: { key: 'strange' } })).toBe(0);
});

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

const ask = (ref: string, address: string) =>
  service.call('/checkout/confirmation', { body: { ref }, ...from(address) });

test('actions of our own page are counted per link, separately from payment intents, and per address', async () => {
  const partner = await createPartner();
  const [link, other] = [await openLink(service, partner), await openLink(service, partner)];
  const replies = await repeat(LINK + 1, () => ask(link.id, '198.51.100.41'));
  expect(replies.map(({ status }) => status)).toEqual([...Array(LINK).fill(200), 429]);
  expect(replies.at(-1)?.headers.get('retry-after')).toMatch(IN_WINDOW);
  expect((await ask(other.id, '198.51.100.42')).status).toBe(200);
  const intent = `/v1/checkout_links/${link.id}/payment_intent`;
  expect((await service.call(intent, { body: {}, ...from('198.51.100.43') })).status).toBe(200);

  let i = 0;
  const strangers = await repeat(ADDRESS + 1, () => ask(`chl_none_${i++}`, '198.51.100.44'));
  expect(strangers.map(({ status }) => status)).toEqual([...Array(ADDRESS).fill(404), 429]);
});

test('of concurrent calls exactly as many pass as the limit allows, each with the right remainder', async () => {
  const { key } = await createPartner();
  const call = () => service.call('/v1/causes/none', { key });
  const replies = await Promise.all(Array.from({ length: 3 * CLIENT }, call));
  const passed = replies.filter(({ status }) => status === 404);
  const left = passed.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  expect(left.toSorted((a, b) => a - b)).toEqual([...Array(CLIENT).keys()]);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2 * CLIENT);
});
