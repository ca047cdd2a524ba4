import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { log } from '#lib/log.ts';
import { intentOf, openLink, pay } from '#scripts/testing/factories.ts';
import { chooseAmount } from '#scripts/testing/local-rails.ts';
import {
  askIntent,
  donorReturns,
  eventOf,
  intentsAt,
  loseWebhooks,
  poll,
  statesOf,
  until,
} from '#scripts/testing/money.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { loadCheckout } from './load-checkout.ts';

const { service, partner } = runningService();
beforeAll(() => loseWebhooks(service));
beforeEach(() => service.control('stripe/processing', { on: false }));
afterEach(() => vi.restoreAllMocks());

/** A link whose card payment the processor has not decided. */
async function beingProcessed() {
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  await service.control('stripe/processing', { on: true });
  await pay(service, intent);
  await service.control('stripe/processing', { on: false });
  const settle = (outcome: 'succeeded' | 'failed') =>
    service.control('stripe/settle', { payment_intent: intent, outcome });
  return { id, intent, settle };
}
const PROCESSING = { waitingFor: 'card', processing: true, declined: false };
const told = async (id: string) => (await donorReturns(service, id)).body;

test('a card payment that is being processed is waited for, by whoever opens the page, until it completes', async () => {
  const { id, settle } = await beingProcessed();
  expect(await told(id)).toMatchObject({ status: 'open', ...PROCESSING });
  expect(await loadCheckout(id, new Date())).toMatchObject(PROCESSING);
  await settle('succeeded');
  expect(await told(id)).toMatchObject({ status: 'completed', waitingFor: null, processing: false });
});

test('one that fails in the end is waited for no more: nothing was taken, and the same intent can be paid again', async () => {
  const { id, intent, settle } = await beingProcessed();
  await told(id);
  await settle('failed');
  expect(await told(id)).toMatchObject({ status: 'open', waitingFor: null, processing: false });
  expect(await loadCheckout(id, new Date())).toMatchObject({ waitingFor: null });
  expect((await askIntent(service, id)).body.payment_intent_id).toBe(intent);
  await pay(service, intent);
  expect(await told(id)).toMatchObject({ status: 'completed' });
});

test('the processor’s event alone lets the page wait', async () => {
  const { id, intent } = await beingProcessed();
  const event = await eventOf(service, 'payment_intent.processing', intent);
  await service.control('stripe/resend', { event });
  await until('the event to be handled', async () => (await loadCheckout(id, new Date()))?.processing);
  expect(await loadCheckout(id, new Date())).toMatchObject(PROCESSING);
});

test('a card payment that is being processed stays the link’s intent: 200, whether or not anybody has told, and no error', async () => {
  const { id, intent, settle } = await beingProcessed();
  const errors = vi.spyOn(log(), 'error');
  const warnings = vi.spyOn(log(), 'warn');
  const idempotent = { headers: { 'idempotency-key': 'processing' } };
  for (const options of [{}, {}, idempotent, idempotent]) {
    const { status, body } = await askIntent(service, id, options);
    expect([status, body.payment_intent_id]).toEqual([200, intent]);
    expect(body.client_secret).toContain(intent);
  }
  expect([errors.mock.calls, warnings.mock.calls]).toEqual([[], []]);
  expect(await intentsAt(service, id)).toHaveLength(1);
  expect(await loadCheckout(id, new Date())).toMatchObject(PROCESSING);
  await settle('succeeded');
  expect((await askIntent(service, id)).body).toMatchObject({ status_detail: 'completed' });
});

test('another amount chosen meanwhile neither calls it off nor makes a second payment beside it', async () => {
  const { id, intent, settle } = await beingProcessed();
  await chooseAmount(service, id, 80);
  const { status, body } = await askIntent(service, id);
  expect([status, body.payment_intent_id]).toEqual([200, intent]);
  expect(await intentsAt(service, id)).toMatchObject([{ status: 'processing' }]);
  await settle('succeeded');
  await told(id);
  expect(await statesOf(id)).toEqual(['approved']);
  expect((await poll(service, partner.key, id)).body).toMatchObject({ status: 'completed', amount_paid: 50 });
});
