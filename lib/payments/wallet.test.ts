import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newBrowser } from '#scripts/testing/browser.ts';
import {
  accountIn,
  chooseAmount,
  localLinks,
  paymentsAt,
  payPreference,
  plannedChecks,
  preferencesAt,
  resetAccounts,
  startWallet,
  webhooksDelivered,
} from '#scripts/testing/local-rails.ts';
import {
  attemptsOf,
  donorReturns,
  mailsTo,
  makeJobsDue,
  poll,
  runEveryJob,
  secondsAgo,
  setExpiry,
  statesOf,
} from '#scripts/testing/money.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { cancelLink } from './end-link.ts';
import { railOf, reviewPayment } from './review.ts';
import { settle } from './settle.ts';

const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const mx = accountIn(service, 'mx');
const hearWebhooks = () => mx('webhooks', { drop: false, signature: 'valid' });
const statusOf = async (id: string) => (await poll(service, partner.key, id)).body;
const isOpenAtWallet = (preference: { expires: boolean; expiration_date_to: string }) =>
  !preference.expires || new Date(preference.expiration_date_to) > new Date();

/** A link whose donor is at the wallet's page. */
async function atTheWallet(overrides: Record<string, unknown> = {}) {
  const link = await links.mexican(overrides);
  await startWallet(service, link.id);
  const [preference] = await preferencesAt(service, link.id);
  return { link, preference: preference.id as string };
}

const DECLINED = { status: 'open', pending: true, waitingFor: null, declined: true };
const WAITING = { status: 'open', pending: true, waitingFor: 'wallet', declined: false };

test('a rejected try is told as declined until another is under way, and the donor goes on with the same preference', async () => {
  const { link, preference } = await atTheWallet();
  const told = async () => (await donorReturns(service, link.id)).body;
  expect(await told()).toMatchObject(WAITING);
  await payPreference(service, preference, { outcome: 'reject' });
  expect(await told()).toMatchObject(DECLINED);
  await startWallet(service, link.id);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
  const { id } = await payPreference(service, preference, { outcome: 'pending' });
  expect(await told()).toMatchObject(WAITING);
  await mx('approve', { payment_id: id });
  expect(await told()).toMatchObject({ status: 'completed', declined: false });
});

describe('a payment that the wallet approved completes its link', () => {
  test('by the event alone', async () => {
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

  test('by the event alone while the search does not show it yet', async () => {
    const { link, preference } = await atTheWallet();
    await mx('switches', { searchLagMs: 3_600_000 });
    await hearWebhooks();
    await payPreference(service, preference);
    await webhooksDelivered(service);
    expect((await statusOf(link.id)).status).toBe('completed');
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

  test('by the reconciler alone', async () => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference, { source: 'visa' });
    await runEveryJob(service);
    expect((await statusOf(link.id)).status).toBe('completed');
  });

  test('after tries that were rejected in the same preference', async () => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference, { outcome: 'reject' });
    await payPreference(service, preference, { outcome: 'reject', source: 'visa' });
    expect((await donorReturns(service, link.id)).body).toMatchObject(DECLINED);
    await payPreference(service, preference);
    expect((await donorReturns(service, link.id)).body.status).toBe('completed');
    expect(await statesOf(link.id)).toEqual(['approved']);
  });
});

test('once paid, the wallet’s page is closed, so that it does not take the money a second time', async () => {
  const { link, preference } = await atTheWallet();
  await payPreference(service, preference);
  await donorReturns(service, link.id);
  expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false]);
});

test('a donor who pays twice at the wallet completes the link once; the second is given back and the donor told', async () => {
  const { link, preference } = await atTheWallet({ email: 'twice@example.org' });
  await payPreference(service, preference);
  await payPreference(service, preference);
  const [first, second] = await paymentsAt(service, link.id, 'mx');
  await donorReturns(service, link.id);
  await service.runJobs();
  expect(await statesOf(link.id)).toEqual(['approved', 'refunded']);
  const states = await paymentsAt(service, link.id, 'mx');
  expect(states.map(({ status }) => status).sort()).toEqual(['approved', 'refunded']);
  expect(new Set([first.id, second.id]).size).toBe(2);
  expect((await donorReturns(service, link.id)).body).toMatchObject({
    status: 'completed',
    amountPaid: 250,
    refund: { state: 'refunded', amount: 250 },
  });
  expect((await mailsTo('twice@example.org')).sort()).toEqual(['donation_completed', 'donation_refunded']);
});

test.each(['heard', 'lost'])(
  'a second payment that arrives after the completion is given back, its event %s',
  async (event) => {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference);
    await donorReturns(service, link.id);
    if (event === 'heard') {
      await mx('switches', { searchLagMs: 3_600_000 });
      await hearWebhooks();
    }
    await payPreference(service, preference);
    await webhooksDelivered(service);
    if (event === 'lost') await makeJobsDue();
    await service.runJobs();
    expect(await statesOf(link.id)).toEqual(['approved', 'refunded']);
  },
);

describe('the second payment on one preference, which has no attempt of its own', () => {
  async function paidTwice() {
    const { link, preference } = await atTheWallet();
    await payPreference(service, preference);
    await payPreference(service, preference);
    await donorReturns(service, link.id);
    const [, second] = await attemptsOf(link.id);
    return { link, id: second?.id ?? '', payment_id: Number(second?.gatewayPaymentId) };
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });

  test('is heard of by its own events', async () => {
    const { id, payment_id } = await paidTwice();
    await hearWebhooks();
    await mx('refund', { payment_id });
    await webhooksDelivered(service);
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refundedMinor: 25_000n });
  });

  test('is read back by itself, and its cost, once known, is asked for no more', async () => {
    const { id, payment_id } = await paidTwice();
    await mx('refund', { payment_id });
    await db().payment.update({ where: { id }, data: { costDueAt: secondsAgo(1) } });
    await reviewPayment(id, new Date());
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', costDueAt: null });
  });

  test('keeps what a newer reading told, when an older one of the whole link comes after it', async () => {
    const { link, id, payment_id } = await paidTwice();
    const [first] = await attemptsOf(link.id);
    const handle = { reference: first?.gatewayReference ?? '', linkId: link.id };
    const asked = new Map((await attemptsOf(link.id)).map((one) => [one.id, one.revision]));
    const older = await railOf({ gateway: 'mercado-pago-mx' }).lookUp(handle);
    await mx('refund', { payment_id });
    await reviewPayment(id, new Date());
    expect(await settle(first?.id ?? '', older, () => new Date(), asked)).toBe(false);
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

test('money on the page of an earlier amount is judged by that amount, and completes the link', async () => {
  const { link, preference } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  await startWallet(donor, link.id);
  await hearWebhooks();
  await payPreference(service, preference);
  await webhooksDelivered(service);
  await service.runJobs();
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
  await service.runJobs();
  expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
  expect((await paymentsAt(service, link.id, 'mx')).map(({ status }) => status).sort()).toEqual([
    'approved',
    'refunded',
  ]);
});

test('a wallet whose page cannot be closed keeps the donor from paying beside it', async () => {
  const { link } = await atTheWallet();
  await chooseAmount(donor, link.id, 400);
  await mx('fail', { kind: 'status', status: 400, method: 'PUT', times: 1 });
  const { body } = await startWallet(donor, link.id);
  expect(body.redirect_url).toBe(`${service.url}/checkout/return?ref=${link.id}`);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
  await startWallet(donor, link.id);
  expect(await preferencesAt(service, link.id)).toHaveLength(2);
});

test('a payment under review when the link is cancelled is called off at the wallet', async () => {
  const { link, preference } = await atTheWallet();
  await payPreference(service, preference, { outcome: 'pending' });
  await cancelLink(link.id, new Date());
  expect((await statusOf(link.id)).status).toBe('cancelled');
  expect(await statesOf(link.id)).toEqual(['canceled']);
  expect(await paymentsAt(service, link.id, 'mx')).toMatchObject([{ status: 'cancelled' }]);
  expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false]);
});

test('a link expires with its preference, and money that came in its last moment is found though search and event lag', async () => {
  const { link, preference } = await atTheWallet({ email: 'last@example.org' });
  await payPreference(service, preference);
  await mx('switches', { searchLagMs: 3_600_000 });
  await setExpiry(link.id, secondsAgo(1));
  expect((await statusOf(link.id)).status).toBe('expired');
  const [attempt] = await attemptsOf(link.id);
  await mx('switches', { searchLagMs: 0 });
  await runEveryJob(service);
  expect(await plannedChecks(attempt?.id ?? '')).toHaveLength(1);
  expect(await statesOf(link.id)).toEqual(['refunded']);
  expect((await statusOf(link.id)).status).toBe('expired');
  expect(await mailsTo('last@example.org')).toEqual(['donation_refunded']);
});
