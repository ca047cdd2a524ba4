import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '#testing/factories.ts';
import {
  accountStateIn,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  refuseCancellation,
  startPse,
  startTransfer,
} from '#testing/local-rails.ts';
import { askIntent, attemptsOf, donorReturns, intentsAt, loseWebhooks, runMoneyJobs } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
const co = accountStateIn(service, 'co');
beforeAll(async () => {
  await loseLocalWebhooks(service);
  await loseWebhooks(service);
});
beforeEach(async () => {
  await co('gateway_up');
  await service.control('stripe/gateway_up');
  await service.control('stripe/processing', { on: false });
});

const byRail = async (linkId: string) =>
  Object.fromEntries((await attemptsOf(linkId)).map(({ rail, state }) => [rail, state]));
/** The page saves the donor's choices, its last call before it charges their card. */
const aboutToPayByCard = (ref: string) => service.call('/checkout/donation', { body: { ref, method: 'card' } });
const intentFor = async (linkId: string): Promise<string> => (await askIntent(service, linkId)).body.payment_intent_id;

async function atTheBank() {
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  return { id: link.id as string, payment_id };
}

describe('a donor who leaves a bank transfer for a card', () => {
  test('cancels the transfer at the bank before the card is charged', async () => {
    const { id } = await atTheBank();
    const intent = await intentFor(id);
    expect(await byRail(id)).toEqual({ bank_transfer: 'pending', card: 'pending' });
    expect((await aboutToPayByCard(id)).body).toEqual({ amount: 50_000 });
    expect(await paymentsAt(service, id)).toMatchObject([{ status: 'cancelled' }]);
    await pay(service, intent);
    expect((await donorReturns(service, id)).body).toMatchObject({ status: 'completed', declined: false });
    expect(await byRail(id)).toEqual({ bank_transfer: 'canceled', card: 'approved' });
  });

  test('is not charged a second time if the bank had approved, which completes the link', async () => {
    const { id, payment_id } = await atTheBank();
    await intentFor(id);
    await co('approve', { payment_id });
    const refused = await aboutToPayByCard(id);
    expectProblem(refused, 409, 'checkout_link_not_payable');
    expect(refused.body.status_detail).toBe('completed');
    expect(await byRail(id)).toMatchObject({ bank_transfer: 'approved' });
  });

  test.each([
    ['will not call it off', () => refuseCancellation(co)],
    ['cannot be reached', () => co('gateway_down')],
  ])('sees a warning if the bank’s gateway %s', async (_, fail) => {
    const { id } = await atTheBank();
    await fail();
    expect((await aboutToPayByCard(id)).body).toEqual({ amount: 50_000, beside: 'bank_transfer' });
    expect(await byRail(id)).toMatchObject({ bank_transfer: 'pending' });
  });

  test('pays once, whether bank or card is faster', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, payment_id } = await atTheBank();
      const intent = await intentFor(id);
      const [saved] = await Promise.all([aboutToPayByCard(id), co('approve', { payment_id }).catch(() => undefined)]);
      if (saved.status === 200) await pay(service, intent);
      expect((await donorReturns(service, id)).body.status).toBe('completed');
      await runMoneyJobs(service);
      const states = Object.values(await byRail(id));
      expect(states.filter((state) => state === 'approved')).toHaveLength(1);
      expect(states.filter((state) => state === 'pending')).toEqual([]);
      const [transfer] = await paymentsAt(service, id);
      const taken = (await intentsAt(service, id)).filter(({ status }) => status === 'succeeded').length;
      expect(taken + (transfer.status === 'approved' ? 1 : 0)).toBe(1);
    }
  });
});

describe('a donor who leaves the card form for their bank', () => {
  test('cancels the card’s intent, so that no other tab can pay it', async () => {
    const link = await links.colombian();
    const intent = await intentFor(link.id);
    expect((await startPse(service, link.id)).status).toBe(200);
    expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'pending' });
  });

  test('pays nothing at the bank if the card was charged already', async () => {
    const link = await links.colombian();
    await pay(service, await intentFor(link.id));
    expectProblem(await startPse(service, link.id), 409, 'checkout_link_not_payable');
    expect(await paymentsAt(service, link.id)).toEqual([]);
    expect(await byRail(link.id)).toEqual({ card: 'approved' });
  });

  test('sees the card payment while it is processing, and is not redirected to the bank', async () => {
    const link = await links.colombian();
    const intent = await intentFor(link.id);
    await service.control('stripe/processing', { on: true });
    await pay(service, intent);
    const { body } = await startPse(service, link.id);
    expect(body.redirect_url).toBe(`${service.url}/checkout/return?ref=${link.id}`);
    expect(await paymentsAt(service, link.id)).toEqual([]);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      waitingFor: 'card',
      processing: true,
    });
  });

  test('can pay at the bank while the card processor cannot be reached', async () => {
    const link = await links.colombian();
    await intentFor(link.id);
    await service.control('stripe/gateway_down');
    expect((await startPse(service, link.id)).status).toBe(200);
    expect(await paymentsAt(service, link.id)).toHaveLength(1);
  });

  test('pays once, whether card or bank is faster', async () => {
    for (let round = 0; round < 4; round++) {
      const link = await links.colombian();
      const intent = await intentFor(link.id);
      const [started, paid] = await Promise.all([
        startPse(service, link.id),
        pay(service, intent).catch(() => undefined),
      ]);
      await donorReturns(service, link.id);
      const isPaid = paid?.status === 'succeeded';
      expect(started.status).toBe(isPaid ? 409 : 200);
      expect(await byRail(link.id)).toEqual(
        isPaid ? { card: 'approved' } : { card: 'canceled', bank_transfer: 'pending' },
      );
    }
  });
});
