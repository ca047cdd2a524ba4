import { connect } from 'node:net';
import Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { isInvalidEvent } from '#lib/rails/port/errors.ts';
import { WEBHOOK_EVENTS } from '#lib/rails/stripe/events.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { intentOf } from '#testing/factories.ts';
import {
  attemptsOf,
  donorReturns,
  eventOf,
  gatewayCalls,
  mailsTo,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runMoneyJobs,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { rawRequest } from '#testing/raw-http.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const SECRET = 'whsec_emulator';
const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

/** Delivers an event now; returns the HTTP statuses that the gateway received. */
async function deliver(event: string, options = {}): Promise<number[]> {
  const deliveries = await service.control('stripe/resend', { event, ...options });
  return deliveries.map(({ status }: { status: number }) => status);
}

const succeeded = (intent: string) => eventOf(service, 'payment_intent.succeeded', intent);
const statusOf = statusSeenBy(service, partner);
const eventCount = () => db().gatewayEvent.count();

/** Sends a body to a gateway's webhook, signed as by the processor by default. */
function send(raw: string, signature = sign(raw), gateway = 'stripe') {
  return service.call(`/webhooks/${gateway}`, { raw, headers: { 'stripe-signature': signature } });
}
function sign(payload: string): string {
  return new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret: SECRET });
}

test('events delivered ten times, in parallel, out of order and while the donor returns record one payment', async () => {
  const { id, intent } = await paidLink({ email: 'ten.times@example.org' });
  const types = ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'];
  const events = await Promise.all(types.map((type) => eventOf(service, type, intent)));
  const before = await eventCount();
  const [statuses] = await Promise.all([
    Promise.all(events.map((event) => deliver(event, { times: 10, parallel: true }))),
    ...Array.from({ length: 5 }, () => donorReturns(service, id)),
  ]);
  expect(statuses.flat()).toEqual(Array(30).fill(200));
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo('ten.times@example.org')).toEqual(['donation_completed']);
  // That an intent was created, and that its charge succeeded too, is not news to us.
  expect((await eventCount()) - before).toBe(1);

  const recorded = await attemptsOf(id);
  expect(await deliver(await succeeded(intent), { times: 3 })).toEqual([200, 200, 200]);
  expect(await attemptsOf(id)).toEqual(recorded);
});

test('a webhook alone completes a link, without return, poll or sweep', async () => {
  const { id, intent } = await paidLink();
  expect(await deliver(await succeeded(intent))).toEqual([200]);
  const payment = await onlyAttemptOf(id);
  expect(payment).toMatchObject({ state: 'approved', gatewayPaymentId: intent, amountMinor: 5000n });
  expect((await poll(service, partner.key, id)).body).toMatchObject({
    status: 'completed',
    amount_paid: 50,
    currency_paid: 'USD',
    payment_id: payment.id,
    completed_at: payment.succeededAt?.toISOString(),
  });
});

test('an event’s content is never trusted: a success about an unpaid intent completes nothing', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  const object = { object: 'payment_intent', id: intent, status: 'succeeded', amount_received: 5000 };
  const event = { id: 'evt_made_up', object: 'event', type: 'payment_intent.succeeded', data: { object } };
  expect((await send(JSON.stringify(event))).status).toBe(200);
  expect(await statusOf(id)).toBe('open');
});

test('an event of each type about a payment syncs it', async () => {
  const { id, intent } = await paidLink();
  const syncs = async () => (await gatewayCalls(service, `/v1/payment_intents/${intent}`, 'GET')).length;
  for (const type of [...WEBHOOK_EVENTS, 'charge.failed', 'charge.new_to_us']) {
    const before = await syncs();
    const [kind = ''] = type.replace('charge.dispute', 'dispute').split('.');
    const object = kind === 'payment_intent' ? { object: kind, id: intent } : { object: kind, payment_intent: intent };
    const event = { id: `evt_${type}_of_${intent}`, object: 'event', type, data: { object } };
    expect((await send(JSON.stringify(event))).status, type).toBe(200);
    expect(await syncs(), type).toBe(before + 1);
    expect(await statesOf(id), type).toEqual(['approved']);
  }
});

test.each(['payment_intent.created', 'charge.succeeded'])(
  'an event %s, which tells nothing new, is acknowledged and not stored',
  async (type) => {
    const { id, intent } = await paidLink();
    const before = await eventCount();
    const event = {
      id: `evt_of_${intent}`,
      object: 'event',
      type,
      data: { object: { payment_intent: intent } },
    };
    expect((await send(JSON.stringify(event))).status).toBe(200);
    expect(await eventCount()).toBe(before);
    expect(await statesOf(id)).toEqual(['pending']);
  },
);

test.each(['wrong_secret', 'old_timestamp', 'missing'])(
  'a signature that is %s: 400, and nothing is stored',
  async (signature) => {
    const { id, intent } = await paidLink();
    await service.control('stripe/webhooks', { signature });
    const before = await eventCount();
    expect(await deliver(await succeeded(intent))).toEqual([400]);
    expect(await eventCount()).toBe(before);
    expect(await statesOf(id)).toEqual(['pending']);
  },
);

test('a body that was changed after it was signed: 400, and nothing is stored', async () => {
  const before = await eventCount();
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  expect((await send(body.replace('evt_1', 'evt_2'), sign(body))).status).toBe(400);
  expect(await eventCount()).toBe(before);
});

/** An event whose members are replaced by text that is JSON. */
const eventText = ({ id = '"evt_odd"', type = '"charge.updated"', object = '{}' }) =>
  `{"id":${id},"object":"event","type":${type},"data":{"object":${object}}}`;

test.each([
  ['null', 'null'],
  ['a list', '[]'],
  ['an object without an id', '{"object":"event","type":"charge.updated"}'],
  ['an event with an object as its id', eventText({ id: '{"a":1}' })],
  ['an event with an empty id', eventText({ id: '""' })],
  ['an event with U+0000 in its id', eventText({ id: '"evt_\\u0000"' })],
  ['an event with half a surrogate in its id', eventText({ id: '"evt_\\ud800"' })],
  ['an event with an id longer than any', eventText({ id: `"evt_${'x'.repeat(600)}"` })],
  ['an event without a type', eventText({ type: 'null' })],
  ['an event with U+0000 in its type', eventText({ type: '"charge.\\u0000"' })],
  ['an event about an intent with U+0000', eventText({ object: '{"payment_intent":"pi_\\u0000"}' })],
  ['an event about an intent with half a surrogate', eventText({ object: '{"payment_intent":"pi_\\udfff"}' })],
])('signed, but %s: 400, nothing is stored, and no error is logged', async (_, body) => {
  const error = vi.spyOn(log(), 'error');
  const before = await eventCount();
  expect((await send(body)).status).toBe(400);
  expect(await eventCount()).toBe(before);
  expect(error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('an event about what has no id is acknowledged', async () => {
  for (const [i, object] of ['{"object":"payment_intent","id":{"a":1}}', '{"payment_intent":["pi_1"]}'].entries())
    expect((await send(eventText({ id: `"evt_no_id_${i}"`, object }))).status).toBe(200);
});

test('while a secret is being rolled, one good signature of two is enough', async () => {
  const { id, intent } = await paidLink();
  await service.control('stripe/webhooks', { signature: 'two_secrets' });
  expect(await deliver(await succeeded(intent))).toEqual([200]);
  expect(await statusOf(id)).toBe('completed');
});

test('an unknown gateway: 404', async () => {
  const body = '{}';
  expect((await send(body, sign(body), 'stripe-xx')).status).toBe(404);
  expect((await send(body, sign(body), '__proto__')).status).toBe(404);
});

/** Sends the head of an event, and nothing of its body. */
function sendHead(length: number, ...headers: string[]) {
  return rawRequest(service.url, ['POST /webhooks/stripe HTTP/1.1', `Content-Length: ${length}`, ...headers]);
}

test('what is not signed is refused before its body is read', async () => {
  expect((await sendHead(1_000)).status).toBe(400);
});

test('a body larger than any event is refused before it is read, even if correctly signed', async () => {
  const before = await eventCount();
  const body = JSON.stringify({ id: 'evt_big', padding: 'x'.repeat(257 * 1024) });
  expect((await sendHead(body.length, `Stripe-Signature: ${sign(body)}`)).status).toBe(400);
  expect((await send(body)).status).toBe(400);
  expect(await eventCount()).toBe(before);
});

test('a body of undeclared length is read no further than an event is long', async () => {
  const before = await eventCount();
  const body = JSON.stringify({ id: 'evt_chunked', padding: 'x'.repeat(257 * 1024) });
  const head = ['Transfer-Encoding: chunked', `Stripe-Signature: ${sign(body)}`];
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const reply = await rawRequest(service.url, ['POST /webhooks/stripe HTTP/1.1', ...head], chunked);
  expect(reply.status).toBe(400);
  expect(await eventCount()).toBe(before);
});

test('a truncated event is refused, and not logged as our error', async () => {
  const error = vi.spyOn(log(), 'error');
  const refused = vi.spyOn(log(), 'warn');
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const lines = ['POST /webhooks/stripe HTTP/1.1', `Host: ${hostname}`, 'Content-Length: 100'];
  const head = [...lines, `Stripe-Signature: ${sign('{}')}`].join('\r\n');
  socket.resume().end(`${head}\r\n\r\n{"id":`);
  await expect.poll(() => refused.mock.calls.length).toBe(1);
  expect(refused.mock.lastCall?.[0]).toMatchObject({ reason: 'cut off before its end' });
  expect(error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('an event about an unknown intent is acknowledged and changes nothing', async () => {
  const { id } = await newLink();
  const stray = await service.stripe().paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
    metadata: { checkout_link: id },
  });
  expect(await deliver(await succeeded(stray.id))).toEqual([200]);
  expect(await statesOf(id)).toEqual([]);
  expect(await statusOf(id)).toBe('open');
});

test('an event without an intent or object is acknowledged', async () => {
  for (const data of [{ object: { object: 'balance' } }, undefined]) {
    const event = JSON.stringify({ id: `evt_${String(data)}`, object: 'event', type: 'other', data });
    expect((await send(event)).status).toBe(200);
  }
});

/** An event that could not be handled because the gateway failed. */
async function unhandledEvent() {
  const paid = await paidLink();
  const event = await succeeded(paid.intent);
  await service.control('stripe/fail', {
    kind: 'status',
    status: 503,
    times: 2,
    path: '^/v1/payment_intents/',
  });
  expect(await deliver(event)).toEqual([503]);
  const stored = await db().gatewayEvent.findFirstOrThrow({ where: { eventId: event } });
  expect(stored).toMatchObject({ handledAt: null, lastError: 'GatewayError' });
  expect(await statesOf(paid.id)).toEqual(['pending']);
  return { ...paid, event };
}

test('an event that failed is handled when it is delivered again', async () => {
  const { id, event } = await unhandledEvent();
  expect(await deliver(event)).toEqual([200]);
  expect(await statusOf(id)).toBe('completed');
  expect(await db().gatewayEvent.findMany({ where: { eventId: event } })).toMatchObject([{ lastError: null }]);
});

test('an event that failed and is never delivered again is handled by the sweep', async () => {
  const { id, event } = await unhandledEvent();
  await sweep(new Date(Date.now() + 180_000));
  await runMoneyJobs(service);
  expect(await statesOf(id)).toEqual(['approved']);
  const [stored] = await db().gatewayEvent.findMany({ where: { eventId: event } });
  expect(stored?.handledAt).toBeInstanceOf(Date);
});

test('an InvalidEvent is recognised from any copy of the code', () => {
  expect(isInvalidEvent(Object.assign(new Error('other copy'), { name: 'InvalidEvent' }))).toBe(true);
  expect(isInvalidEvent(new Error('something else'))).toBe(false);
});
