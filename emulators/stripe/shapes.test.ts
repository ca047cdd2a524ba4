// @module-tag full

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());

const sdk = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..');

/** Properties that the SDK's types declare as always present. */
function requiredKeys(file: string, name: string): string[] {
  const text = readFileSync(join(sdk, 'esm', 'resources', `${file}.d.ts`), 'utf8');
  const body = text.split(`export interface ${name} {`)[1]?.split('\n}')[0] ?? '';
  return [...body.matchAll(/^ {4}(\w+): /gm)].map(([, key]) => key ?? '');
}

const objects: [file: string, name: string, count: number, load: () => Promise<object | undefined>][] = [
  ['PaymentIntents', 'PaymentIntent', 42, async () => (await emulators.stripe().paymentIntents.list()).data[0]],
  ['Charges', 'Charge', 42, async () => (await emulators.stripe().charges.list()).data[0]],
  ['Refunds', 'Refund', 17, async () => (await emulators.stripe().refunds.list()).data[0]],
  ['Disputes', 'Dispute', 17, async () => (await emulators.stripe().disputes.list()).data[0]],
  [
    'BalanceTransactions',
    'BalanceTransaction',
    16,
    async () => (await emulators.stripe().balanceTransactions.list()).data[0],
  ],
  ['Payouts', 'Payout', 27, async () => (await emulators.stripe().payouts.list()).data[0]],
  ['Balance', 'Balance', 4, () => emulators.stripe().balance.retrieve()],
  ['Events', 'EventBase', 9, async () => (await emulators.stripe().events.list()).data[0]],
];

test.each(objects)('%s: a response has every key the SDK declares', async (file, name, count, load) => {
  const stripe = emulators.stripe();
  const card = {
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    confirm: true,
  };
  const paid = await stripe.paymentIntents.create({ ...card, payment_method: 'pm_card_visa' });
  await stripe.refunds.create({ payment_intent: paid.id });
  await stripe.paymentIntents.create({ ...card, payment_method: 'pm_card_createDispute' });
  await stripe.paymentIntents.create({ ...card, amount: 20_000, payment_method: 'pm_card_visa' });
  await emulators.control('clock', { advanceMs: 2 * 86_400_000 });
  await emulators.control('stripe/payout', { amount: 100 });
  const wanted = requiredKeys(file, name);
  expect(wanted).toHaveLength(count);
  expect(Object.keys((await load()) ?? {})).toEqual(expect.arrayContaining(wanted));
});
