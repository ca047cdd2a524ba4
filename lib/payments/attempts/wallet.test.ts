import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { applyGatewayState } from '#lib/payments/sync/apply-gateway-state.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { railOf, syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { newBrowser } from '#testing/browser.ts';
import {
  accountStateIn,
  chooseAmount,
  isOpenAtWallet,
  localLinks,
  paymentsAt,
  payPreference,
  plannedChecks,
  preferencesAt,
  refuseCancellation,
  resetAccounts,
  startPreference,
  startWallet,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import {
  attemptsOf,
  donorReturns,
  forgetJobs,
  mailsTo,
  makeJobsDue,
  poll,
  runEveryMoneyJob,
  runMoneyJobs,
  secondsAgo,
  setExpiry,
  statesOf,
} from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
beforeEach(async () => {
  await resetAccounts(service);
  await forgetJobs();
});
const mx = accountStateIn(service, 'mx');
const hearWebhooks = () => mx('webhooks', { drop: false, signature: 'valid' });
const statusOf = async (id: string) => (await poll(service, partner.key, id)).body;

/** A link whose donor is on the wallet's page. */
async function atTheWallet(overrides: Record<string, unknown> = {}) {
  const link = await links.mexican(overrides);
  const preference = await startPreference(service, link.id);
  return { link, preference };
}

const DECLINED = { status: 'open', pending: true, waitingFor: null, declined: true };
const WAITING = { status: 'open', pending: true, waitingFor: 'wallet', declined: false };

test('a rejected payment is shown as declined until another is in progress, and the donor resumes the same preference', async () => {
  const { link, preference } = await atTheWallet();
  const returned = async () => (await donorReturns(service, link.id)).body;
  expect(await returned()).toMatchObject(WAITING);
  await payPreference(service, preference, { outcome: 'reject' });
  expect(await returned()).toMatchObject(DECLINED);
  await startWallet(service, link.id);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
  const { id } = await payPreference(service, preference, { outcome: 'pending' });
  expect(await returned()).toMatchObject(WAITING);
  await mx('approve', { payment_id: id });
  expect(await returned()).toMatchObject({ status: 'completed', declined: false });
});

describe('a payment that the wallet approved completes its link', () => {
  // In the gate it does so while the search does not find it either.
  test('by the event alone', { tags: ['full'] }, async () => {
    const { link, preference } = await atTheWallet();
    await hearWebhooks();
    await payPreference(service, preference);
    await webhooksDelivered(service);
    expect(await statusOf(link.id)).toMatchObject({
      status: 'completed',
      amount_paid: 250,
      currency_paid: 'MXN',
    });
  });

  test('by the event alone while the search does not find it yet', async () => {
    const { link, preference } = await atTheWallet();
    await mx('switches', { searchLagMs: 3_600_000 });
    await hearWebhooks();
    await payPreference(service, preference);
    await webhooksDelivered(service);
    expect(await statusOf(link.id)).toMatchObject({
      status: 'completed',
      amount_paid: 250,
      currency_paid: 'MXN',
    });
  });

  test('by the donor’s return alone', async () => {
    const { link, preference } = await atTheWallet();
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      pending: true,
      waitingFor: 'wallet',
    });
    await payPreference(service, preference);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'completed',
      waitingFor: null,
    });
  });

  test('by a scheduled sync alone', async () => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference, { source: 'visa' });
    await runEveryMoneyJob(service);
    expect((await statusOf(link.id)).status).toBe('completed');
  });

  test('after rejected payments in the same preference', async () => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference, { outcome: 'reject' });
    await payPreference(service, preference, { outcome: 'reject', source: 'visa' });
    expect((await donorReturns(service, link.id)).body).toMatchObject(DECLINED);
    await payPreference(service, preference);
    expect((await donorReturns(service, link.id)).body.status).toBe('completed');
    expect(await statesOf(link.id)).toEqual(['approved']);
  });
});

test('a paid wallet’s page is closed, so that it does not take the money twice', async () => {
  const { link, preference } = await atTheWallet();
  await payPreference(service, preference);
  await donorReturns(service, link.id);
  expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false]);
});

test('a second payment at the wallet is refunded and the donor notified', async () => {
  const { link, preference } = await atTheWallet({ email: 'twice@example.org' });
  await payPreference(service, preference);
  await payPreference(service, preference);
  const [first, second] = await paymentsAt(service, link.id, 'mx');
  await donorReturns(service, link.id);
  await runMoneyJobs(service);
  expect(await statesOf(link.id)).toEqual(['approved', 'refunded']);
  const states = await paymentsAt(service, link.id, 'mx');
  expect(states.map(({ status }) => status).sort()).toEqual(['approved', 'refunded']);
  expect(new Set([first.id, second.id]).size).toBe(2);
  expect((await donorReturns(service, link.id)).body).toMatchObject({
    status: 'completed',
    refund: { state: 'refunded', amount: 250 },
  });
  expect((await mailsTo('twice@example.org')).sort()).toEqual(['donation_completed', 'donation_refunded']);
});

test.each(['received', 'lost'])(
  'a second payment after the completion is refunded, with its event %s',
  async (event) => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference);
    await donorReturns(service, link.id);
    if (event === 'received') {
      await mx('switches', { searchLagMs: 3_600_000 });
      await hearWebhooks();
    }
    await payPreference(service, preference);
    await webhooksDelivered(service);
    if (event === 'lost') await makeJobsDue();
    await runMoneyJobs(service);
    expect(await statesOf(link.id)).toEqual(['approved', 'refunded']);
  },
);

describe('the second payment of a preference, which has no attempt', () => {
  async function paidTwice() {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference);
    await payPreference(service, preference);
    await donorReturns(service, link.id);
    const [, second] = await attemptsOf(link.id);
    return { link, id: second?.id ?? '', payment_id: Number(second?.gatewayPaymentId) };
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });

  test('is found by its own events', async () => {
    const { id, payment_id } = await paidTwice();
    await hearWebhooks();
    await mx('refund', { payment_id });
    await webhooksDelivered(service);
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refundedMinor: 25_000n });
  });

  test('is synced by itself, and its known fee is not requested again', async () => {
    const { id, payment_id } = await paidTwice();
    await mx('refund', { payment_id });
    await db().payment.update({ where: { id }, data: { costDueAt: secondsAgo(1) } });
    await syncPayment(id, new Date());
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', costDueAt: null });
  });

  test('keeps a newer report when an older one of the whole link arrives later', async () => {
    const { link, id, payment_id } = await paidTwice();
    const [first] = await attemptsOf(link.id);
    const handle = { reference: first?.gatewayReference ?? '', linkId: link.id };
    const asked = new Map((await attemptsOf(link.id)).map((one) => [one.id, one.revision]));
    const older = await railOf({ gateway: 'mercado-pago-mx' }).retrieve(handle);
    await mx('refund', { payment_id });
    await syncPayment(id, new Date());
    if (!first) throw new Error('no first payment');
    expect(await applyGatewayState(first, older, () => new Date(), asked)).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refundedMinor: 25_000n });
  });
});

test('another amount closes the wallet’s page of the first one', async () => {
  const { link } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  const { body } = await startWallet(donor, link.id);
  const [old, next] = await preferencesAt(service, link.id);
  expect([old, next].map(isOpenAtWallet)).toEqual([false, true]);
  expect(body.redirect_url).toBe(next.init_point);
  expect(await statesOf(link.id)).toEqual(['canceled', 'pending']);
});

test('money on the page of an earlier amount is classified by that amount, and completes the link', async () => {
  const { link, preference } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  await startWallet(donor, link.id);
  await hearWebhooks();
  await payPreference(service, preference);
  await webhooksDelivered(service);
  await runMoneyJobs(service);
  const [first] = await attemptsOf(link.id);
  expect(await statusOf(link.id)).toMatchObject({
    status: 'completed',
    amount_paid: 250,
    payment_id: first?.id,
  });
  expect(await statesOf(link.id)).toEqual(['approved', 'canceled']);
  expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false, false]);
});

test('money on both pages completes the link once', async () => {
  const { link, preference } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  await startWallet(donor, link.id);
  const [, next] = await preferencesAt(service, link.id);
  await payPreference(service, preference);
  await payPreference(service, next.id, { source: 'visa' });
  await donorReturns(service, link.id);
  await runMoneyJobs(service);
  expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
  expect((await paymentsAt(service, link.id, 'mx')).map(({ status }) => status).sort()).toEqual([
    'approved',
    'refunded',
  ]);
});

test('a wallet’s page that cannot be closed keeps the donor from paying twice', async () => {
  const { link } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  await refuseCancellation(mx);
  const { body } = await startWallet(donor, link.id);
  expect(body.redirect_url).toBe(`${service.url}/checkout/return?ref=${link.id}`);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
  await startWallet(donor, link.id);
  expect(await preferencesAt(service, link.id)).toHaveLength(2);
});

test('a payment in review is cancelled at the wallet when the link is cancelled', async () => {
  const { link, preference } = await atTheWallet();
  await payPreference(service, preference, { outcome: 'pending' });
  await cancelLink(link.id, new Date());
  expect((await statusOf(link.id)).status).toBe('cancelled');
  expect(await statesOf(link.id)).toEqual(['canceled']);
  expect(await paymentsAt(service, link.id, 'mx')).toMatchObject([{ status: 'cancelled' }]);
  expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false]);
});

test('a link expires with its preference, and money of its last moment is found although search and event lag', async () => {
  const { link, preference } = await atTheWallet({ email: 'last@example.org' });
  await payPreference(service, preference);
  await mx('switches', { searchLagMs: 3_600_000 });
  await setExpiry(link.id, secondsAgo(1));
  expect((await statusOf(link.id)).status).toBe('expired');
  const [attempt] = await attemptsOf(link.id);
  await mx('switches', { searchLagMs: 0 });
  await runEveryMoneyJob(service);
  expect(await plannedChecks(attempt?.id ?? '')).toHaveLength(1);
  expect(await statesOf(link.id)).toEqual(['refunded']);
  expect((await statusOf(link.id)).status).toBe('expired');
  expect(await mailsTo('last@example.org')).toEqual(['donation_refunded']);
});
