import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { askIntent, gatewayCalls, holdIntent, intentsAt, loseWebhooks, poll, statesOf } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => loseWebhooks(service));
/** More than there are connections to the database (DATABASE_POOL_SIZE). */
const CALLERS = runs(30, 100);

test('many concurrent callers share one intent, and others are served while the gateway is slow', async () => {
  const [link, other] = [await newLink(), await newLink()];
  const order: string[] = [];
  const gateway = await holdIntent(service);
  const intents = Promise.all(Array.from({ length: CALLERS }, () => askIntent(service, link.id)));
  void intents.then(() => order.push('intents'));
  await gateway.arrived();
  const others = Promise.all([
    poll(service, partner.key, other.id),
    poll(service, partner.key, link.id),
    service.call(`/v1/checkout_links/${link.id}/public`),
    newLink(),
  ]);
  void others.then(() => order.push('others'));
  await others;
  await gateway.release();
  const answers = await intents;
  expect((await others).slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(order).toEqual(['others', 'intents']);
  expect(answers.map(({ status }) => status)).toEqual(Array(CALLERS).fill(200));
  expect(new Set(answers.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1);
  expect(await intentsAt(service, link.id)).toHaveLength(1);
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('more first callers than pool connections do not deadlock', async () => {
  const links = await Promise.all(Array.from({ length: 25 }, () => newLink()));
  await stopSender();
  const answers = await Promise.all(links.map((link) => askIntent(service, link.id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
});

test('the same intent is returned while it is unconfirmed, declined or in 3-D Secure', async () => {
  const link = await newLink();
  const intent = await intentOf(service, link.id);
  await expect(pay(service, intent, 'pm_card_chargeDeclined')).rejects.toThrow();
  expect(await intentOf(service, link.id)).toBe(intent);
  await pay(service, intent, 'pm_card_threeDSecure2Required');
  expect(await intentOf(service, link.id)).toBe(intent);
});

test('an intent that was cancelled at the gateway is replaced by a new one', async () => {
  const link = await newLink();
  const first = await intentOf(service, link.id);
  await service.stripe().paymentIntents.cancel(first);
  const second = await intentOf(service, link.id);
  expect(second).not.toBe(first);
  expect(await statesOf(link.id)).toEqual(['canceled', 'pending']);
});

test('an intent that has succeeded completes the link; there is never a second one', async () => {
  const link = await newLink();
  await pay(service, await intentOf(service, link.id));
  const { status, body } = await askIntent(service, link.id);
  expect([status, body.code, body.status_detail]).toEqual([409, 'checkout_link_not_payable', 'completed']);
  expect((await poll(service, partner.key, link.id)).body.status).toBe('completed');
  expect(await intentsAt(service, link.id)).toHaveLength(1);
});

test('a processing intent stays the link’s: it is returned, and no second one is made', async () => {
  const link = await newLink();
  const intent = await intentOf(service, link.id);
  await service.control('stripe/processing', { on: true });
  await pay(service, intent);
  await service.control('stripe/processing', { on: false });
  const busy = await askIntent(service, link.id);
  expect([busy.status, busy.body.payment_intent_id]).toEqual([200, intent]);
  expect(await intentsAt(service, link.id)).toHaveLength(1);
  await service.control('stripe/settle', { payment_intent: intent, outcome: 'succeeded' });
  expect((await askIntent(service, link.id)).body.status_detail).toBe('completed');
});

/** The idempotency keys with which intents of a link were created. */
async function keysOf(linkId: string): Promise<string[]> {
  const calls = await gatewayCalls(service, '/v1/payment_intents', 'POST');
  return calls.filter(({ body }) => body.includes(linkId)).map(({ headers }) => headers['idempotency-key'] ?? '');
}

test.each([
  ['answers 500, which it keeps under our key', { kind: 'status', status: 500 }, ['failed', 'pending'], 2],
  ['answers 429', { kind: 'status', status: 429 }, ['pending'], 1],
  ['hangs up before it acts', { kind: 'reset_before', times: 2 }, ['pending'], 1],
  ['makes the intent and hangs up', { kind: 'reset_after', times: 2 }, ['pending'], 1],
  ['is down', { kind: 'down' }, ['pending'], 1],
])(
  'a gateway that %s: 503, nothing half-recorded, one intent on the next try',
  async (_name, failure, states, keys) => {
    const link = await newLink();
    await service.control('stripe/fail', failure);
    const refused = await askIntent(service, link.id);
    expect([refused.status, refused.body.code]).toEqual([503, 'internal_error']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await poll(service, partner.key, link.id)).body.status).toBe('open');
    await service.control('stripe/gateway_up');
    const intent = await intentOf(service, link.id);
    expect(await statesOf(link.id)).toEqual(states);
    expect((await intentsAt(service, link.id)).map(({ id }) => id)).toEqual([intent]);
    expect(new Set(await keysOf(link.id)).size).toBe(keys);
  },
);

test('an unreachable gateway of an existing intent: 503, and the same intent afterwards', async () => {
  const link = await newLink();
  const intent = await intentOf(service, link.id);
  await service.control('stripe/gateway_down');
  expect((await askIntent(service, link.id)).status).toBe(503);
  await service.control('stripe/gateway_up');
  expect(await intentOf(service, link.id)).toBe(intent);
});

test('a link that ends while the gateway creates its intent: the intent is cancelled', async () => {
  const link = await newLink();
  const gateway = await holdIntent(service);
  const asked = askIntent(service, link.id);
  await gateway.arrived();
  await db().checkoutLink.update({ where: { id: link.id }, data: { cancelledAt: new Date() } });
  await gateway.release();
  expect((await asked).body.status_detail).toBe('cancelled');
  expect((await intentsAt(service, link.id)).map(({ status }) => status)).toEqual(['canceled']);
  expect(await statesOf(link.id)).toEqual(['canceled']);
});
