import { beforeEach, expect, test } from 'vitest';
import { intentOf, pay } from '#testing/factories.ts';
import {
  askIntent,
  deliverEvent,
  donorReturns,
  gatewayCalls,
  hold,
  holdIntent,
  intentsAt,
  poll,
  resetProcessor,
  statesOf,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

/** A link of 50 whose form is open in one tab. */
async function openTab(): Promise<{ id: string; first: string }> {
  const { id } = await newLink();
  return { id, first: await intentOf(service, id) };
}

/** The donor changes the amount in another tab. */
async function changeAmount(id: string, amount: number): Promise<void> {
  const { status, body } = await service.call('/checkout/donation', { body: { ref: id, amount } });
  expect([status, body]).toEqual([200, { amount }]);
}

async function outcome(id: string) {
  const { body } = await poll(service, partner.key, id);
  return { status: body.status, amount: body.amount, paid: body.amount_paid };
}

/** Intents of a link at the gateway, oldest first, with amount and status. */
async function atGateway(id: string) {
  return (await intentsAt(service, id)).reverse().map(({ amount, status }) => [amount, status]);
}

test('the old intent is cancelled at the gateway before one of the new amount is created', async () => {
  const { id, first } = await openTab();
  await changeAmount(id, 80);
  const second = await intentOf(service, id);
  expect(await atGateway(id)).toEqual([
    [5000, 'canceled'],
    [8000, 'requires_payment_method'],
  ]);
  const calls = await gatewayCalls(service, '/v1/payment_intents', 'POST');
  const cancelled = calls.findIndex(({ path }) => path.endsWith(`${first}/cancel`));
  const made = calls.findIndex(({ body }) => body.includes('amount=8000') && body.includes(id));
  expect(cancelled).toBeGreaterThan(-1);
  expect(made).toBeGreaterThan(cancelled);
  await expect(pay(service, first)).rejects.toThrow(/canceled/);
  await pay(service, second);
  await donorReturns(service, id);
  expect(await outcome(id)).toEqual({ status: 'completed', amount: 50, paid: 80 });
});

test('confirmed in one tab before the other requests its intent: the charged amount counts, and there is no second intent', async () => {
  const { id, first } = await openTab();
  await changeAmount(id, 80);
  await pay(service, first);
  expect((await askIntent(service, id)).body.status_detail).toBe('completed');
  expect(await outcome(id)).toEqual({ status: 'completed', amount: 50, paid: 50 });
  expect(await atGateway(id)).toEqual([[5000, 'succeeded']]);
});

test('a cancel that loses to a success records the success', async () => {
  const { id, first } = await openTab();
  await changeAmount(id, 80);
  const gateway = await hold(service, 'stripe', { path: '/cancel$' });
  const asked = askIntent(service, id);
  // The intent was still unpaid when it was read, and is paid while the cancel is on its way.
  await gateway.arrived();
  await pay(service, first);
  await gateway.release();
  expect((await asked).body.status_detail).toBe('completed');
  expect(await outcome(id)).toMatchObject({ status: 'completed', paid: 50 });
  expect(await atGateway(id)).toEqual([[5000, 'succeeded']]);
});

test('3-D Secure in one tab, another amount in the other: completing it takes no money', async () => {
  const { id, first } = await openTab();
  await pay(service, first, 'pm_card_threeDSecure2Required');
  await changeAmount(id, 80);
  const second = await intentOf(service, id);
  await service.control('stripe/authenticate', { payment_intent: first, outcome: 'complete' });
  expect(await atGateway(id)).toEqual([
    [5000, 'canceled'],
    [8000, 'requires_payment_method'],
  ]);
  await pay(service, second);
  await donorReturns(service, id);
  expect(await outcome(id)).toMatchObject({ status: 'completed', paid: 80 });
});

test('3-D Secure completed in one tab while the other only changed the amount: the charged amount counts', async () => {
  const { id, first } = await openTab();
  await pay(service, first, 'pm_card_threeDSecure2Required');
  await changeAmount(id, 80);
  await service.control('stripe/authenticate', { payment_intent: first, outcome: 'complete' });
  await deliverEvent(service, 'payment_intent.succeeded', first);
  expect(await outcome(id)).toEqual({ status: 'completed', amount: 50, paid: 50 });
});

test('many tabs after a change share the one new intent, and none cancels it', async () => {
  const { id } = await openTab();
  await changeAmount(id, 80);
  const answers = await Promise.all(Array.from({ length: 20 }, () => askIntent(service, id)));
  expect(new Set(answers.map(({ body }) => body.payment_intent_id)).size).toBe(1);
  expect(await atGateway(id)).toEqual([
    [5000, 'canceled'],
    [8000, 'requires_payment_method'],
  ]);
});

test('an amount changed while the gateway creates the intent is the one requested afterwards', async () => {
  const { id } = await newLink();
  const gateway = await holdIntent(service);
  const asked = askIntent(service, id);
  await gateway.arrived();
  await changeAmount(id, 80);
  await gateway.release();
  await asked;
  await intentOf(service, id);
  expect(await atGateway(id)).toEqual([
    [5000, 'canceled'],
    [8000, 'requires_payment_method'],
  ]);
});

test('a donor going back and forth between amounts has one live intent, of the last amount', async () => {
  const { id } = await openTab();
  for (const amount of [80, 50, 80]) {
    await changeAmount(id, amount);
    await intentOf(service, id);
  }
  expect(await atGateway(id)).toEqual([
    ...[5000, 8000, 5000].map((amount) => [amount, 'canceled']),
    [8000, 'requires_payment_method'],
  ]);
  expect(await statesOf(id)).toEqual(['canceled', 'canceled', 'canceled', 'pending']);
});

test('a confirmation concurrent with a change of the amount: one payment of the charged amount counts', async () => {
  const tabs = await Promise.all(Array.from({ length: runs(8, 20) }, openTab));
  await Promise.all(
    tabs.map(async ({ id, first }) => {
      const change = changeAmount(id, 80)
        .then(() => askIntent(service, id))
        .catch(() => undefined);
      await Promise.all([pay(service, first).catch(() => undefined), change]);
      await donorReturns(service, id);
    }),
  );
  for (const { id } of tabs) {
    const intents = await atGateway(id);
    const end = await outcome(id);
    if (intents.length === 1) {
      expect([intents, end.status, end.paid]).toEqual([[[5000, 'succeeded']], 'completed', 50]);
      continue;
    }
    expect([intents, end.status]).toEqual([
      [
        [5000, 'canceled'],
        [8000, 'requires_payment_method'],
      ],
      'open',
    ]);
    await pay(service, await intentOf(service, id));
    await donorReturns(service, id);
    expect(await outcome(id)).toMatchObject({ status: 'completed', paid: 80 });
  }
});
