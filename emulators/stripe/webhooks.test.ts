// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Received, startTestEmulators, type TestEmulators, WEBHOOK_SECRET } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(async () => {
  await emulators.control('reset');
  await emulators.control('stripe/idle');
  emulators.received.length = 0;
  emulators.answers.length = 0;
});
afterAll(() => emulators.close());

const create = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card' as const] };
const pay = (method = 'pm_card_visa') =>
  emulators.stripe().paymentIntents.create({ ...create, payment_method: method, confirm: true });
const count = (number: number) => emulators.until((received) => received.length >= number);

/** Verified by the official library, as the application does. */
function verify(received: Received | undefined, secret = WEBHOOK_SECRET): Stripe.Event {
  if (received === undefined) throw new Error('nothing was received');
  const signature = received.headers['stripe-signature'] ?? '';
  return emulators.stripe().webhooks.constructEvent(received.body, signature, secret);
}

test('deliveries have a signature that the official library accepts, and the pinned version', async () => {
  const intent = await pay();
  const received = await count(3);
  expect(received.every(({ url }) => url.pathname === '/webhooks/stripe')).toBe(true);
  const events = received.map((one) => verify(one));
  expect(events.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
  expect(events[2]).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    data: { object: { id: intent.id, status: 'succeeded' } },
  });
  expect(events[0]?.request).toMatchObject({ id: intent.lastResponse.requestId });
});

test.each([
  ['pm_card_chargeDeclined', ['charge.failed', 'payment_intent.payment_failed']],
  ['pm_card_authenticationRequired', ['payment_intent.requires_action']],
  [
    'pm_card_createDispute',
    ['charge.succeeded', 'payment_intent.succeeded', 'charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  ],
])('%s sends %j', async (method, types) => {
  await pay(method).catch(() => {});
  await count(types.length + 1);
  await emulators.control('stripe/idle');
  expect(emulators.types()).toEqual(['payment_intent.created', ...types]);
});

test('a refund sends refund.created and charge.refunded with what changed', async () => {
  const { id } = await pay();
  await emulators.stripe().refunds.create({ payment_intent: id, amount: 500 });
  const received = await count(5);
  expect(emulators.types().slice(3)).toEqual(['refund.created', 'charge.refunded']);
  expect(verify(received[4]).data).toMatchObject({
    object: { amount_refunded: 500 },
    previous_attributes: { amount_refunded: 0 },
  });
});

test('the event log and the deliveries agree', async () => {
  const stripe = emulators.stripe();
  await pay();
  const received = await count(3);
  const listed = await stripe.events.list({ types: ['charge.succeeded', 'payment_intent.succeeded'] });
  expect(listed.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded']);
  const delivered = verify(received[2]);
  expect(JSON.parse(JSON.stringify(await stripe.events.retrieve(delivered.id)))).toEqual(delivered);
});

test('a delivery that is not answered with 2xx is repeated later with a new signature', async () => {
  emulators.answers.push(500);
  await emulators.stripe().paymentIntents.create(create);
  await count(1);
  await emulators.control('stripe/idle');
  await emulators.control('clock', { advanceMs: 1000 });
  const received = await count(2);
  expect(verify(received[0]).id).toBe(verify(received[1]).id);
  await emulators.control('stripe/idle');
  const deliveries = await emulators.control('stripe/deliveries');
  expect(deliveries).toMatchObject([
    { attempt: 1, status: 500 },
    { attempt: 2, status: 200 },
  ]);
});

test('duplicates events the given number of times', async () => {
  await emulators.control('stripe/webhooks', { times: 3 });
  await emulators.stripe().paymentIntents.create(create);
  const received = await count(3);
  expect(new Set(received.map((one) => verify(one).id)).size).toBe(1);
});

test('dropped events are never delivered but stay in the event log', async () => {
  await emulators.control('stripe/webhooks', { drop: 2 });
  await pay();
  await count(1);
  await emulators.control('stripe/idle');
  expect(emulators.types()).toEqual(['payment_intent.succeeded']);
  expect((await emulators.stripe().events.list()).data).toHaveLength(3);
});

test('reordered events arrive in reverse order', async () => {
  await emulators.control('stripe/webhooks', { reorder: 3 });
  await pay();
  await count(3);
  expect(emulators.types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
});

test('delayed events wait for the clock', async () => {
  await emulators.control('stripe/webhooks', { delayMs: 60_000 });
  await emulators.stripe().paymentIntents.create(create);
  await emulators.control('stripe/idle');
  expect(emulators.received).toEqual([]);
  await emulators.control('clock', { advanceMs: 60_000 });
  await count(1);
});

test.each(['wrong_secret', 'old_timestamp', 'missing'])(
  'a delivery with signature %s is refused',
  async (signature) => {
    await emulators.control('stripe/webhooks', { signature });
    await emulators.stripe().paymentIntents.create(create);
    const [received] = await count(1);
    expect(() => verify(received)).toThrow();
  },
);

test('while a secret is rolled, both signatures are sent and either secret verifies', async () => {
  await emulators.control('stripe/webhooks', { signature: 'two_secrets' });
  await emulators.stripe().paymentIntents.create(create);
  const [received] = await count(1);
  expect(received?.headers['stripe-signature']).toMatch(/^t=\d+,v1=\w+,v1=\w+$/);
  expect(verify(received).type).toBe('payment_intent.created');
});

test('an event can be sent again, many times at once', async () => {
  await emulators.stripe().paymentIntents.create(create);
  await count(1);
  const [event] = (await emulators.stripe().events.list()).data;
  await emulators.control('stripe/resend', { event: event?.id, times: 4, parallel: true });
  const received = await count(5);
  expect(received.every((one) => verify(one).id === event?.id)).toBe(true);
});

test('another account only has an endpoint once control sets one, with its own secret', async () => {
  const url = `${emulators.context.appUrl}/webhooks/stripe-mx`;
  await emulators.stripe('mx').paymentIntents.create(create);
  await emulators.control('stripe/webhook_endpoint', { account: 'mx', url, secret: 'whsec_mx' });
  await emulators.stripe('mx').paymentIntents.create(create);
  const [received] = await count(1);
  expect(received?.url.pathname).toBe('/webhooks/stripe-mx');
  expect(verify(received, 'whsec_mx').type).toBe('payment_intent.created');
  expect(() => verify(received)).toThrow();
});

test('an endpoint gets the types of events that it subscribes to, and the others stay in the event log', async () => {
  const endpoint = {
    account: 'emulator',
    url: `${emulators.context.appUrl}/webhooks/stripe`,
    secret: WEBHOOK_SECRET,
  };
  await emulators.control('stripe/webhook_endpoint', { ...endpoint, events: ['payment_intent.succeeded'] });
  await pay();
  await count(1);
  await emulators.control('stripe/idle');
  expect(emulators.types()).toEqual(['payment_intent.succeeded']);
  const { data } = await emulators.stripe().events.list();
  expect(data.map(({ type, pending_webhooks: pending }) => [type, pending])).toEqual([
    ['payment_intent.succeeded', 1],
    ['charge.succeeded', 0],
    ['payment_intent.created', 0],
  ]);
});

test('signatures use real time even when the emulators’ clock is ahead', async () => {
  await emulators.control('clock', { advanceMs: 7 * 24 * 3600 * 1000 });
  await emulators.stripe().paymentIntents.create(create);
  const [received] = await count(1);
  const seconds = Number(/t=(\d+)/.exec(received?.headers['stripe-signature']?.toString() ?? '')?.[1]);
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
  expect(verify(received).created).toBeGreaterThan(Date.now() / 1000 + 6 * 24 * 3600);
});
