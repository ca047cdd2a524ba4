import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { sweep } from '#lib/worker/sweep.ts';
import {
  accountStateIn,
  approvedTransfer,
  localLinks,
  paymentsAt,
  startPse,
  startTransfer,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import { runEveryMoneyJob, statusSeenBy } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(async () => {
  await service.control('mercado-pago-co/gateway_up');
  await service.control('mercado-pago-co/switches', { legacyIpn: 'off' });
  await service.control('mercado-pago-co/webhooks', { drop: true, signature: 'valid' });
});
const co = accountStateIn(service, 'co');
const statusOf = statusSeenBy(service, partner);
const eventsOf = (reference: string) => db().gatewayEvent.findMany({ where: { reference } });

/** Headers of an event about a payment, signed as the account of a country signs. */
function signed(id: string | number, country = 'co') {
  const requestId = randomUUID();
  const ts = Math.floor(Date.now() / 1000);
  const manifest = `id:${id};request-id:${requestId};ts:${ts};`;
  const v1 = createHmac('sha256', `emulator-secret-${country}`).update(manifest).digest('hex');
  return { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` };
}
const deliver = (
  id: string | number,
  headers: Record<string, string>,
  body: unknown = {},
  gateway = 'mercado-pago-co',
) => service.call(`/webhooks/${gateway}?source_news=webhooks&data.id=${id}&type=payment`, { headers, body });

/** A link whose donor's bank has approved, without an event to us. */
async function approvedWithoutEvent() {
  const link = await links.colombian();
  const payment_id = await approvedTransfer(service, link.id);
  return { link, id: payment_id };
}

test('an event is stored once, even if delivered several times', async () => {
  const { link, id } = await approvedWithoutEvent();
  const headers = signed(id);
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(id, headers)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await eventsOf(String(id))).toHaveLength(1);
  expect(await statusOf(link.id)).toBe('completed');
});

test.each([
  ['id', '12%003', 'payment'],
  ['topic, which is not signed', '123', 'payment%00'],
])('an event with U+0000 in its %s is refused, and not an error of ours', async (_, id, type) => {
  const address = `/webhooks/mercado-pago-co?data.id=${id}&type=${type}`;
  const before = await db().gatewayEvent.count();
  expect((await service.call(address, { headers: signed(decodeURIComponent(id)), body: {} })).status).toBe(400);
  expect(await db().gatewayEvent.count()).toBe(before);
});

test('the body of an event is not trusted, because it is not signed', async () => {
  const { link, id } = await approvedWithoutEvent();
  const other = await links.colombian();
  const payment_id = await startTransfer(service, other.id);
  const lie = { data: { id: String(payment_id) }, status: 'approved', action: 'payment.updated' };
  expect((await deliver(id, signed(id), lie)).status).toBe(200);
  expect(await statusOf(link.id)).toBe('completed');
  expect(await statusOf(other.id)).toBe('open');
  // A valid signature for one payment does not cover another.
  expect((await deliver(payment_id, signed(id))).status).toBe(400);
});

test.each(['wrong_secret', 'old_timestamp', 'malformed', 'missing'])(
  'a signature that is %s: 400, and nothing is stored or read',
  async (signature) => {
    const { link, id } = await approvedWithoutEvent();
    await co('webhooks', { drop: false, signature });
    await co('resend', { payment_id: id });
    await webhooksDelivered(service);
    const [last] = (await co('deliveries')).slice(-1);
    expect(last.status).toBe(400);
    expect(await eventsOf(String(id))).toEqual([]);
    expect(await db().payment.findFirst({ where: { linkId: link.id } })).toMatchObject({ state: 'pending' });
  },
);

test('events of one account are refused at the other', async () => {
  const { id } = await approvedWithoutEvent();
  expect((await deliver(id, signed(id, 'mx'))).status).toBe(400);
  expect((await deliver(id, signed(id), {}, 'mercado-pago-mx')).status).toBe(400);
  expect(await eventsOf(String(id))).toEqual([]);
});

test.each(['mercado-pago-pe', 'mercado-pago', 'constructor'])(
  'the webhook of %s, which is not configured, is 404',
  async (gateway) => {
    expect((await deliver(1, signed(1), {}, gateway)).status).toBe(404);
  },
);

test('an event of an unknown payment is acknowledged, as the dashboard’s test requires', async () => {
  for (const id of ['123456', 'abc', '999999999999']) {
    expect((await deliver(id, signed(id))).status).toBe(200);
    expect(await eventsOf(id)).toMatchObject([{ lastError: null, handledAt: expect.any(Date) }]);
  }
});

test('posts of the older kind are acknowledged, and neither stored nor trusted', async () => {
  const before = await db().gatewayEvent.count();
  const { link, id } = await approvedWithoutEvent();
  for (const query of [`id=${id}&topic=payment`, 'id=1&topic=merchant_order', 'id=%00&topic=payment'])
    expect((await service.call(`/webhooks/mercado-pago-co?${query}`, { body: {} })).status).toBe(200);
  expect(await db().gatewayEvent.count()).toBe(before);
  expect(await db().payment.findFirst({ where: { linkId: link.id } })).toMatchObject({ state: 'pending' });
});

test('with posts of both kinds for everything, a donation is recorded once', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  await co('switches', { legacyIpn: 'always' });
  await co('webhooks', { drop: false, times: 3, reorder: 2, signature: 'milliseconds' });
  await co('approve', { payment_id: (await paymentsAt(service, link.id))[0].id });
  await webhooksDelivered(service);
  await co('webhooks', { drop: true, times: 1, reorder: 0 });
  expect(await statusOf(link.id)).toBe('completed');
  expect(await db().payment.count({ where: { linkId: link.id } })).toBe(1);
});

test('an event whose payment cannot be retrieved is 503, and handled when it is delivered again or by the sweep', async () => {
  const { link, id } = await approvedWithoutEvent();
  await co('gateway_down');
  const first = await deliver(id, signed(id));
  expect({ status: first.status, retry: first.headers.get('retry-after') }).toEqual({
    status: 503,
    retry: '5',
  });
  expect(await eventsOf(String(id))).toMatchObject([{ handledAt: null, lastError: 'GatewayError' }]);
  await co('gateway_up');
  await sweep(new Date(Date.now() + 3 * 60_000));
  await runEveryMoneyJob(service);
  expect(await eventsOf(String(id))).toMatchObject([{ handledAt: expect.any(Date), lastError: null }]);
  expect(await statusOf(link.id)).toBe('completed');
});
