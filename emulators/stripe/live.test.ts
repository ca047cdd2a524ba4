// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());
beforeEach(() => emulators.control('reset'));

const live = (...objects: string[]) => emulators.control('stripe/live', { objects });

async function pay(): Promise<Stripe.PaymentIntent> {
  return emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_createDispute',
    confirm: true,
    allowed_payment_method_types: ['card'],
    expand: ['latest_charge'],
  });
}

/** The mode that each kind of object reports when it is read. */
async function modes(intent: string): Promise<Record<string, boolean>> {
  const stripe = emulators.stripe();
  const read = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  const [dispute] = (await stripe.disputes.list()).data;
  const [event] = (await stripe.events.list()).data;
  return {
    payment_intent: read.livemode,
    charge: (read.latest_charge as Stripe.Charge).livemode,
    dispute: dispute?.livemode ?? false,
    balance: (await stripe.balance.retrieve()).livemode,
    event: event?.livemode ?? false,
  };
}
const NONE = { payment_intent: false, charge: false, dispute: false, balance: false, event: false };

test('nothing is live with test keys, unless control says so for a kind of object', async () => {
  const { id } = await pay();
  expect(await modes(id)).toEqual(NONE);
  for (const kind of ['payment_intent', 'charge', 'dispute', 'balance']) {
    await live(kind);
    expect(await modes(id)).toEqual({ ...NONE, [kind]: true });
  }
  await live('payment_intent', 'charge');
  expect(await modes(id)).toEqual({ ...NONE, payment_intent: true, charge: true });
  await live();
  expect(await modes(id)).toEqual(NONE);
});

test('objects change their mode with the switch, events keep the mode of their creation', async () => {
  await live('payment_intent', 'event');
  const { id, livemode } = await pay();
  expect(livemode).toBe(true);
  await live();
  expect(await modes(id)).toEqual({ ...NONE, event: true });
});

test('an object without a mode cannot be made live', async () => {
  await expect(live('refund')).rejects.toThrow();
});
