import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { WRONG_MODE } from '#lib/rails/port/checks.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import { railByGateway, redirectRailsFor } from '#lib/rails/registry.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { intentOf } from '#testing/factories.ts';
import {
  accountStateIn,
  approvedTransfer,
  localLinks,
  payPreference,
  resetAccounts,
  startPreference,
  startPse,
  startWallet,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import {
  askIntent,
  donorReturns,
  eventOf,
  gatewayCalls,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { cancelLink } from './end-link.ts';
import { syncPayment } from './sync-payment.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
const local = localLinks(service, partner);
const co = accountStateIn(service, 'co');
const mx = accountStateIn(service, 'mx');
const statusOf = statusSeenBy(service, partner);

beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  for (const account of [co, mx]) await account('switches', { live: [], chargebackWebhooks: 'payment' });
});

/** From now on these objects of the card processor report to be live; our keys are test keys. */
const live = (...objects: string[]) => service.control('stripe/live', { objects });

/** The errors about the other mode that are logged during some work. */
async function loggedWhile(work: () => Promise<unknown>): Promise<object[]> {
  const errors = vi.spyOn(log(), 'error');
  try {
    await work();
    return errors.mock.calls.filter(([, text]) => /other mode/.test(text ?? '')).map(([fields]) => fields as object);
  } finally {
    errors.mockRestore();
  }
}

async function deliver(event: string): Promise<number[]> {
  const deliveries = await service.control('stripe/resend', { event });
  return deliveries.map(({ status }: { status: number }) => status);
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => (isGatewayError(error) ? error.code : error),
  );

describe('of the card processor', () => {
  test('an event of the other mode is acknowledged, logged, and neither stored nor followed', async () => {
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    await live('event');
    await service.stripe().paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    const event = await eventOf(service, 'payment_intent.succeeded', intent);
    const before = await db().gatewayEvent.count();
    const logged = await loggedWhile(async () => expect(await deliver(event)).toEqual([200]));
    expect(logged).toEqual([{ gateway: 'stripe', kind: 'event', id: event, live: true }]);
    expect(await db().gatewayEvent.count()).toBe(before);
    expect(await statusOf(id)).toBe('open');
  });

  test.each(['payment_intent', 'charge'])(
    'money whose %s is of the other mode is not recorded, by event, return, sweep or job, until it is of ours',
    async (kind) => {
      const { id, intent } = await paidLink();
      await live(kind);
      const event = await eventOf(service, 'payment_intent.succeeded', intent);
      const logged = await loggedWhile(async () => expect(await deliver(event)).toEqual([200]));
      expect(logged).toMatchObject([{ gateway: 'stripe', kind, live: true }]);
      const stored = await db().gatewayEvent.findFirstOrThrow({ where: { eventId: event } });
      expect(stored).toMatchObject({ handledAt: expect.any(Date), lastError: null });
      await donorReturns(service, id);
      await sweep(new Date());
      await runEveryMoneyJob(service);
      expect(await statesOf(id)).toEqual(['pending']);
      expect((await poll(service, partner.key, id)).body).not.toHaveProperty('amount_paid');
      await live();
      await donorReturns(service, id);
      expect(await statesOf(id)).toEqual(['approved']);
    },
  );

  test('an intent of the other mode is not cancelled, and its link is not ended', async () => {
    const { id } = await newLink();
    const intent = await intentOf(service, id);
    await live('payment_intent');
    await expect(cancelLink(id, new Date())).rejects.toMatchObject({ status: 503 });
    await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
    const attempt = await onlyAttemptOf(id);
    await syncPayment(attempt.id, new Date());
    expect(await gatewayCalls(service, `${intent}/cancel`)).toEqual([]);
    expect(await statesOf(id)).toEqual(['pending']);
  });

  test('an intent that was made in the other mode is returned to no browser', async () => {
    const { id } = await newLink();
    await live('payment_intent');
    const answer = await askIntent(service, id);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('_secret_');
    await live();
    expect((await askIntent(service, id)).status).toBe(200);
    expect(await statesOf(id)).toEqual(['failed', 'pending']);
  });

  test('a dispute of the other mode is not recorded', async () => {
    const { id, intent } = await paidLink();
    await donorReturns(service, id);
    await service.control('stripe/dispute', { payment_intent: intent });
    const payment = await onlyAttemptOf(id);
    const paymentId = payment.id;
    await live('dispute');
    await syncPayment(paymentId, new Date());
    expect(await db().dispute.count({ where: { paymentId } })).toBe(0);
    await live();
    await syncPayment(paymentId, new Date());
    expect(await db().dispute.count({ where: { paymentId } })).toBe(1);
  });

  test('neither statement lines nor balances of the other mode are stored', async () => {
    await paidLink();
    const rail = railByGateway('stripe');
    if (!rail) throw new Error('no rail for cards');
    const kinds = async () => {
      const books = await rail.readBooks({ from: new Date(0), to: new Date(Date.now() + 60_000) }, null);
      if (!books.ready) throw new Error('the processor has its books at hand');
      const lines = [];
      for await (const page of books.pages) lines.push(...page);
      return lines.map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual(['payment']);
    await live('charge');
    expect(await kinds()).toEqual([]);
    await live('balance');
    expect(await failureOf(rail.readBalance())).toBe(WRONG_MODE);
    expect(await failureOf(reconcile('stripe'))).toBe(WRONG_MODE);
  });
});

describe('of Mercado Pago', () => {
  /** A link whose donor's bank has approved, without an event to us. */
  async function approved() {
    const link = await local.colombian();
    return { id: link.id as string, payment: await approvedTransfer(service, link.id) };
  }

  test('a transfer of the other mode is not recorded; its event is acknowledged and logged', async () => {
    const { id, payment } = await approved();
    await co('switches', { live: ['payment'] });
    await co('webhooks', { drop: false });
    const logged = await loggedWhile(async () => {
      const [{ status }] = await co('resend', { payment_id: payment });
      expect(status).toBe(200);
    });
    expect(logged).toMatchObject([{ gateway: 'mercado-pago-co', id: payment, live: true }]);
    await donorReturns(service, id);
    await runEveryMoneyJob(service);
    expect(await statesOf(id)).toEqual(['pending']);
    await co('switches', { live: [] });
    await donorReturns(service, id);
    expect(await statesOf(id)).toEqual(['approved']);
  });

  test('a transfer created in the other mode redirects the donor to no bank', async () => {
    const link = await local.colombian();
    await co('switches', { live: ['payment'] });
    expect((await startPse(service, link.id)).status).toBe(503);
    await co('switches', { live: [] });
    expect((await startPse(service, link.id)).status).toBe(200);
  });

  test('a payment in the wallet that is of the other mode is not recorded', async () => {
    const link = await local.mexican();
    const preference = await startPreference(service, link.id);
    await payPreference(service, preference);
    await mx('switches', { live: ['payment'] });
    await donorReturns(service, link.id);
    expect(await statesOf(link.id)).toEqual(['pending']);
    await mx('switches', { live: [] });
    await donorReturns(service, link.id);
    expect(await statesOf(link.id)).toEqual(['approved']);
  });

  test('a preference of the other mode is not taken for our own', async () => {
    const link = await local.mexican();
    await startWallet(service, link.id);
    const attempt = await onlyAttemptOf(link.id);
    const [rail] = redirectRailsFor('mx');
    const find = () => rail?.findStarted(link.id, attempt.id);
    expect(await find()).toMatchObject({ reference: attempt.gatewayReference });
    await mx('switches', { live: ['preference'] });
    expect(await find()).toBeNull();
  });

  test('a chargeback of the other mode leads to no payment, and its event is acknowledged', async () => {
    const { id, payment } = await approved();
    await donorReturns(service, id);
    await co('switches', { live: ['chargeback'], chargebackWebhooks: 'chargebacks' });
    await co('webhooks', { drop: false });
    const { chargeback } = await co('charge_back', { payment_id: payment });
    await webhooksDelivered(service);
    const [delivery] = (await co('deliveries')).slice(-1);
    expect(delivery.status).toBe(200);
    const [stored] = await db().gatewayEvent.findMany({
      where: { reference: `chargeback:${chargeback.id}` },
    });
    expect(stored).toMatchObject({ handledAt: expect.any(Date), lastError: null });
    const attempt = await onlyAttemptOf(id);
    expect(await db().dispute.count({ where: { paymentId: attempt.id } })).toBe(0);
  });

  test('the mode in an event’s body is ignored, as it is not signed: the payment’s own counts', async () => {
    const { id, payment } = await approved();
    await co('switches', { live: ['webhook'] });
    await co('webhooks', { drop: false });
    await co('resend', { payment_id: payment });
    expect(await statesOf(id)).toEqual(['approved']);
  });
});
