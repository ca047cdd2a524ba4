import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { log } from '#lib/log.ts';
import { checkoutView } from '#lib/payments/views/load-checkout.ts';
import { intentOf, openLink, pay } from '#testing/factories.ts';
import { chooseAmount } from '#testing/local-rails.ts';
import { askIntent, donorReturns, eventOf, intentsAt, loseWebhooks, poll, statesOf, until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

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
const confirmationOf = async (id: string) => (await donorReturns(service, id)).body;

test('a processing card payment is shown as pending on any page until it completes', async () => {
  const { id, settle } = await beingProcessed();
  expect(await confirmationOf(id)).toMatchObject({ status: 'open', ...PROCESSING });
  expect(await checkoutView(id, new Date())).toMatchObject(PROCESSING);
  await settle('succeeded');
  expect(await confirmationOf(id)).toMatchObject({
    status: 'completed',
    waitingFor: null,
    processing: false,
  });
});

test('one that fails is no longer pending: nothing was taken, and the same intent can be paid again', async () => {
  const { id, intent, settle } = await beingProcessed();
  await confirmationOf(id);
  await settle('failed');
  expect(await confirmationOf(id)).toMatchObject({ status: 'open', waitingFor: null, processing: false });
  expect(await checkoutView(id, new Date())).toMatchObject({ waitingFor: null });
  expect((await askIntent(service, id)).body.payment_intent_id).toBe(intent);
  await pay(service, intent);
  expect(await confirmationOf(id)).toMatchObject({ status: 'completed' });
});

test('the processor’s event alone makes the page wait', async () => {
  const { id, intent } = await beingProcessed();
  const event = await eventOf(service, 'payment_intent.processing', intent);
  await service.control('stripe/resend', { event });
  await until('the event to be handled', async () => (await checkoutView(id, new Date()))?.processing);
  expect(await checkoutView(id, new Date())).toMatchObject(PROCESSING);
});

test('a processing card payment stays the link’s intent: 200, whether reported yet or not', async () => {
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
  expect(await checkoutView(id, new Date())).toMatchObject(PROCESSING);
  await settle('succeeded');
  expect((await askIntent(service, id)).body).toMatchObject({ status_detail: 'completed' });
});

test('a changed amount neither cancels it nor creates a second payment', async () => {
  const { id, intent, settle } = await beingProcessed();
  await chooseAmount(service, id, 80);
  const { status, body } = await askIntent(service, id);
  expect([status, body.payment_intent_id]).toEqual([200, intent]);
  expect(await intentsAt(service, id)).toMatchObject([{ status: 'processing' }]);
  await settle('succeeded');
  await confirmationOf(id);
  expect(await statesOf(id)).toEqual(['approved']);
  expect((await poll(service, partner.key, id)).body).toMatchObject({ status: 'completed', amount_paid: 50 });
});
