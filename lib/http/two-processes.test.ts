import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { freePort } from '#scripts/free-port.ts';
import { type RedisServer, startRedis } from '#scripts/redis.ts';
import { type Child, type ChildServer, startChild, startChildServer } from '#testing/child-server.ts';
import { causeBody, createPartner, mintLink, pay } from '#testing/factories.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  eventOf,
  intentsAt,
  mailsTo,
  poll,
  resetProcessor,
  until,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

/** The limits for a client, an address, and a link's payment intents, over all processes, within a window. */
const [CLIENT, ADDRESS, LINK] = [40, 40, 20];
/** Longer than this file takes on any machine. */
const WINDOW = 3600;

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
let redis: RedisServer;
let servers: [ChildServer, ChildServer];

beforeAll(async () => {
  redis = await startRedis(await freePort());
  const settings = {
    REDIS_URL: redis.url,
    RATE_LIMIT_CLIENT_PER_10S: String(CLIENT),
    RATE_LIMIT_ADDRESS_PER_10S: String(ADDRESS),
    RATE_LIMIT_LINK_PER_10S: String(LINK),
    RATE_LIMIT_WINDOW_SECONDS: String(WINDOW),
    // Every test calls from another address.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  servers = await Promise.all([startChildServer(settings), startChildServer(settings)]);
});
afterAll(async () => {
  await Promise.all(servers?.map((server) => server.kill()) ?? []);
  await redis?.stop();
});
beforeEach(() => resetProcessor(service));

/** Calls at once, half of them to each process: every one but the first could make something a second time. */
const MANY = 16;

/** The same call many times at once, half of them to each process. */
function onBoth<T>(times: number, work: (server: ChildServer) => Promise<T>): Promise<T[]> {
  const at = (i: number): ChildServer => (i % 2 === 0 ? servers[0] : servers[1]);
  return Promise.all(Array.from({ length: times }, (_, i) => work(at(i))));
}

test('many forms opened at once in two processes share one payment intent', async () => {
  const { id } = await newLink();
  const replies = await onBoth(MANY, (server) => askIntent(server, id));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(await intentsAt(service, id)).toHaveLength(1);
});

test('many mints with one key in two processes make one link; each process replays it', async () => {
  const { cause } = await newLink();
  const mint = (server: ChildServer) => mintLink(server, partner.key, { cause }, { 'idempotency-key': 'both' });
  const before = await db().checkoutLink.count();
  const replies = await onBoth(MANY, mint);
  const created = replies.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
  expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  expect(await db().checkoutLink.count()).toBe(before + 1);
  const replayed = await onBoth(2, mint);
  expect(replayed.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
});

test('many causes with one key in two processes are one, with one owner', async () => {
  const body = causeBody({ owner: { email: 'both@example.org', name: 'B' } });
  const headers = { 'idempotency-key': 'both-causes' };
  const replies = await onBoth(MANY, (server) => server.call('/v1/causes', { key: partner.key, body, headers }));
  const keys = replies.filter(({ status }) => status === 201).map(({ body: cause }) => cause.key);
  expect(new Set(keys).size).toBe(1);
  expect(await db().cause.count({ where: { owner: { emailKey: 'both@example.org' } } })).toBe(1);
});

test('a payment reported at once by webhook, donor and partner in two processes is recorded and mailed once', async () => {
  const { id, intent } = await paidLink({ email: 'once@example.org' });
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  const [one, other] = servers;
  const raw = JSON.stringify(await service.stripe().events.retrieve(event));
  const signature = signed(raw);
  const deliver = (server: ChildServer) =>
    server.call('/webhooks/stripe', { raw, headers: { 'stripe-signature': signature } });
  await Promise.all([
    deliver(one),
    deliver(other),
    deliver(one),
    deliver(other),
    donorReturns(one, id),
    donorReturns(other, id),
    donorReturns(one, id),
    poll(one, partner.key, id),
    poll(other, partner.key, id),
  ]);
  const [payment, ...others] = await attemptsOf(id);
  expect([payment?.state, others]).toEqual(['approved', []]);
  const paid = { status: 'completed', amount_paid: 50, payment_id: payment?.id };
  for (const { body } of await onBoth(2, (server) => poll(server, partner.key, id))) expect(body).toMatchObject(paid);
  expect(await mailsTo('once@example.org')).toEqual(['donation_completed']);
});

test.each([
  ['client', CLIENT],
  ['address', ADDRESS],
  ['link', LINK],
] as const)('the limit per %s holds for both processes together', async (scope, limit) => {
  const { key } = await createPartner();
  const { id } = await newLink();
  const calls = {
    client: (server: ChildServer) => server.call('/v1/checkout_links/none', { key }),
    address: (server: ChildServer) =>
      server.call('/v1/checkout_links/none/public', { headers: { 'x-forwarded-for': '198.51.100.7' } }),
    link: (server: ChildServer) => askIntent(server, id, { headers: { 'x-forwarded-for': '198.51.100.8' } }),
  };
  const replies = await onBoth(limit + 8, calls[scope]);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(8);
  expect(new Set(refused.map(({ headers }) => headers.get('ratelimit-policy')))).toEqual(
    new Set([`"${scope}";q=${limit};w=${WINDOW}`]),
  );
});

test('a key revoked in one process stops at once in the other', async () => {
  const { key } = await createPartner();
  const ask = (server: ChildServer) => server.call('/v1/checkout_links/none', { key });
  expect((await onBoth(2, ask)).map(({ status }) => status)).toEqual([404, 404]);
  await db().apiKey.updateMany({
    where: { clientId: (await db().apiKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).clientId },
    data: { revokedAt: new Date() },
  });
  expect((await onBoth(2, ask)).map(({ status }) => status)).toEqual([401, 401]);
});

test('two workers do each job once', async () => {
  const workers: Child[] = await Promise.all([startChild('scripts/worker.ts'), startChild('scripts/worker.ts')]);
  const owners = Array.from({ length: 12 }, (_, i) => `worker-${i}@example.org`);
  const data = { name: 'Ana', state: 'added', account: 'Bank 1', note: null, accountUrl: service.url } as const;
  for (const recipient of owners)
    await transaction((tx) => sendEmail(tx, 'bank_account_changed', { recipient, locale: 'en' }, data));
  await until('every mail is sent', async () => {
    const sent = await db().email.count({ where: { recipient: { in: owners }, sentAt: { not: null } } });
    return sent === owners.length;
  });
  const delivered = await mailboxOf(owners);
  expect(delivered.sort()).toEqual([...owners].sort());
  await Promise.all(workers.map((worker) => worker.kill()));
});

test('a killed process loses nothing: the other one continues with the same payment', async () => {
  // The last test: nothing is asked of it any more.
  const [doomed, other] = servers;
  const { id } = await newLink();
  const before = await askIntent(doomed, id);
  await doomed.kill();
  const after = await askIntent(other, id);
  expect(after.body.payment_intent_id).toBe(before.body.payment_intent_id);
  await pay(service, after.body.payment_intent_id);
  await donorReturns(other, id);
  expect((await poll(other, partner.key, id)).body.status).toBe('completed');
});

/** Signs a webhook as the processor does. */
function signed(payload: string): string {
  const secret = 'whsec_emulator';
  return new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret });
}

/** Every mail that has arrived for some people, by recipient. */
async function mailboxOf(people: string[]): Promise<string[]> {
  const answer = await fetch(`${service.emulatorUrl}/mailbox.json`);
  const messages = (await answer.json()) as { to: string[] }[];
  return messages.flatMap(({ to }) => to).filter((recipient) => people.includes(recipient));
}
