import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { createPartner, openLink } from '#scripts/testing/factories.ts';
import { expectProblem } from '#scripts/testing/problems.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import type { Reply } from '#scripts/testing/service.ts';

const CLIENT = 8;
const ADDRESS = 20;
const LINK = 3;

const { service } = runningService({
  RATE_LIMIT_CLIENT_PER_10S: String(CLIENT),
  RATE_LIMIT_ADDRESS_PER_10S: String(ADDRESS),
  RATE_LIMIT_LINK_PER_10S: String(LINK),
  // Every test calls from an address of its own.
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

/** Expects exactly `limit` calls to pass, and a 429 for the next that says how long to wait. */
function expectLimit(replies: Reply[], scope: string, limit: number): void {
  const refused = replies.pop();
  if (!refused) throw new Error('nothing was called');
  for (const [i, { status, headers }] of replies.entries()) {
    expect(status).not.toBe(429);
    expect(headers.get('ratelimit-policy')).toBe(`"${scope}";q=${limit};w=10`);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${scope}";r=${limit - 1 - i};t=([1-9]|10)$`));
  }
  expect(replies).toHaveLength(limit);
  expectProblem(refused, 429, 'rate_limit_exceeded');
  expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|10)$/);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"${scope}";q=${limit};w=10`);
  expect(refused.headers.get('ratelimit')).toMatch(new RegExp(`^"${scope}";r=0;t=([1-9]|10)$`));
}

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

test('so are calls of paths that do not exist', async () => {
  const replies = await repeat(ADDRESS + 1, () => service.call('/v1/nothing', from('198.51.100.3')));
  expectLimit(replies, 'address', ADDRESS);
});

test('payment intents are counted per link, from whatever addresses', async () => {
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

test('a call without a valid key does not use up anybody’s limit', async () => {
  const replies = await repeat(CLIENT + 1, () => service.call('/v1/causes/none', from('198.51.100.4')));
  for (const reply of replies) expectProblem(reply, 401, 'unauthorized');
});

const ask = (ref: string, address: string) =>
  service.call('/checkout/confirmation', { body: { ref }, ...from(address) });

test('actions of our own page are counted per link, apart from its payment intents, and per address', async () => {
  const partner = await createPartner();
  const [link, other] = [await openLink(service, partner), await openLink(service, partner)];
  const replies = await repeat(LINK + 1, () => ask(link.id, '198.51.100.41'));
  expect(replies.map(({ status }) => status)).toEqual([...Array(LINK).fill(200), 429]);
  expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^([1-9]|10)$/);
  expect((await ask(other.id, '198.51.100.42')).status).toBe(200);
  const intent = `/v1/checkout_links/${link.id}/payment_intent`;
  expect((await service.call(intent, { body: {}, ...from('198.51.100.43') })).status).toBe(200);

  let i = 0;
  const strangers = await repeat(ADDRESS + 1, () => ask(`chl_none_${i++}`, '198.51.100.44'));
  expect(strangers.map(({ status }) => status)).toEqual([...Array(ADDRESS).fill(404), 429]);
});

test('of calls at the same moment exactly as many pass as the limit has, each told what is left after it', async () => {
  const { key } = await createPartner();
  const call = () => service.call('/v1/causes/none', { key });
  const replies = await Promise.all(Array.from({ length: 3 * CLIENT }, call));
  const passed = replies.filter(({ status }) => status === 404);
  const left = passed.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  expect(left.toSorted((a, b) => a - b)).toEqual([...Array(CLIENT).keys()]);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2 * CLIENT);
});
