// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '#emulators/test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(async () => {
  await emulators.control('reset');
  await emulators.control('stripe/idle');
  emulators.received.length = 0;
});
afterAll(() => emulators.close());

/** A paid intent of a reference: three events. */
const pay = (reference: string) =>
  emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { checkout_link: reference },
  });
const EVENTS = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
const setRule = (mode: string, more = {}) =>
  emulators.control('stripe/webhooks_about', { reference: 'chl_1', mode, ...more });
const release = () => emulators.control('stripe/release_webhooks', { reference: 'chl_1' });

/** Types of the events that have arrived, once no attempt is in progress. */
async function arrived(): Promise<string[]> {
  await emulators.control('stripe/idle');
  return emulators.types();
}

test('webhooks about a reference are dropped, those about others are not', async () => {
  expect(await setRule('drop')).toMatchObject({ mode: 'drop' });
  await pay('chl_1');
  expect(await arrived()).toEqual([]);
  await pay('chl_2');
  expect(await arrived()).toEqual(EVENTS);
});

test('the rule also applies to its refunds, which only name the payment', async () => {
  const { id } = await pay('chl_1');
  await arrived();
  emulators.received.length = 0;
  await setRule('drop');
  await emulators.stripe().refunds.create({ payment_intent: id });
  expect(await arrived()).toEqual([]);
});

test('each is sent twice', async () => {
  await setRule('double');
  await pay('chl_1');
  expect((await arrived()).sort()).toEqual([...EVENTS, ...EVENTS].sort());
});

test('each waits for its time', async () => {
  await setRule('delay', { delayMs: 60_000 });
  await pay('chl_1');
  expect(await arrived()).toEqual([]);
  await emulators.control('clock', { advanceMs: 60_000 });
  expect(await arrived()).toEqual(EVENTS);
});

test('held webhooks are delivered once when they are released', async () => {
  await setRule('hold');
  await pay('chl_1');
  expect(await arrived()).toEqual([]);
  await setRule('deliver');
  expect(await release()).toEqual({ released: 3 });
  expect(await arrived()).toEqual(EVENTS);
  expect(await release()).toEqual({ released: 0 });
});

test('a wrong mode is refused, and reset ends every rule', async () => {
  await expect(setRule('explode')).rejects.toThrow(/mode/);
  await expect(emulators.control('stripe/release_webhooks', {})).rejects.toThrow(/reference/);
  await setRule('hold');
  await emulators.control('reset');
  await pay('chl_1');
  expect(await arrived()).toEqual(EVENTS);
});
