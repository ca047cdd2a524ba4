import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { asOwner } from '#scripts/testing/as-owner.ts';
import { pay } from '#scripts/testing/factories.ts';
import {
  accountIn,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  payPreference,
  preferencesAt,
  startPse,
  startWallet,
} from '#scripts/testing/local-rails.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  intentsAt,
  loseWebhooks,
  mailsTo,
  poll,
  secondsAgo,
  setExpiry,
  statesOf,
  statusSeenBy,
} from '#scripts/testing/money.ts';
import { expectProblem } from '#scripts/testing/problems.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { cancelLink } from './end-link.ts';
import { reviewPayment } from './review.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeAll(async () => {
  await loseLocalWebhooks(service);
  await loseWebhooks(service);
});
beforeEach(() => service.control('mercado-pago-co/gateway_up'));
const co = accountIn(service, 'co');
const statusOf = statusSeenBy(service, partner);

/** A link with a bank's page in one tab and a card form, opened after it, in another. */
async function inTwoTabs(overrides: Record<string, unknown> = {}) {
  const link = await links.colombian(overrides);
  await startPse(service, link.id);
  const intent: string = (await askIntent(service, link.id)).body.payment_intent_id;
  const [transfer] = await paymentsAt(service, link.id);
  return { link, intent, payment_id: transfer.id as number };
}
const byRail = async (linkId: string) =>
  Object.fromEntries((await attemptsOf(linkId)).map(({ rail, state }) => [rail, state]));

test('a bank transfer that completes the link calls the card intent off', async () => {
  const { link, intent, payment_id } = await inTwoTabs();
  await co('approve', { payment_id });
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  await service.runJobs();
  expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'approved' });
  expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
});

test('a card payment that completes the link calls the bank transfer off', async () => {
  const { link, intent } = await inTwoTabs();
  await pay(service, intent);
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  await service.runJobs();
  expect(await byRail(link.id)).toEqual({ card: 'approved', bank_transfer: 'canceled' });
  expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'cancelled' }]);
  expectProblem(await startPse(service, link.id), 409, 'checkout_link_not_payable');
});

test('a donor who pays by card and by bank at the same moment completes the link once and gets the other money back', async () => {
  for (let round = 0; round < 4; round++) {
    const donor = `both-${round}@example.org`;
    const { link, intent, payment_id } = await inTwoTabs({ email: donor });
    await Promise.all([pay(service, intent), co('approve', { payment_id })]);
    const attempts = await attemptsOf(link.id);
    const inOrder = round % 2 === 0 ? attempts : [...attempts].reverse();
    await Promise.all(inOrder.map(({ id }) => reviewPayment(id, new Date())));
    await service.runJobs();
    expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'completed',
      amountPaid: 50_000,
      refund: { state: 'refunded', amount: 50_000 },
    });
    expect((await mailsTo(donor)).sort()).toEqual(['donation_completed', 'donation_refunded']);
    const [transfer] = await paymentsAt(service, link.id);
    const [card] = await intentsAt(service, link.id);
    const charge = await service.stripe().charges.retrieve(String(card?.latest_charge));
    expect([transfer.status === 'refunded', charge.refunded].sort()).toEqual([false, true]);
  }
});

test('a card that confirms while its intent is being called off is money that came twice', async () => {
  const { link, intent, payment_id } = await inTwoTabs();
  await co('approve', { payment_id });
  const [confirmed] = await Promise.all([
    pay(service, intent).catch(() => undefined),
    donorReturns(service, link.id).then(() => service.runJobs()),
  ]);
  await donorReturns(service, link.id);
  await service.runJobs();
  const { card, bank_transfer } = await byRail(link.id);
  const paidByCard = confirmed?.status === 'succeeded';
  expect([card, bank_transfer]).toContain('approved');
  expect([card, bank_transfer]).toContain(paidByCard ? 'refunded' : 'canceled');
});

test('a donor whose card was paid is told so while the other gateway is down', async () => {
  const { link, intent } = await inTwoTabs();
  await pay(service, intent);
  await co('gateway_down');
  const { status, body } = await donorReturns(service, link.id);
  expect({ status, told: body.status }).toEqual({ status: 200, told: 'completed' });
});

describe('money that is not what the attempt asked for is given back and never counted', () => {
  const spoil = {
    amount: { amount: 49_999n },
    currency: { currency: 'USD' },
  };
  test.each(Object.entries(spoil))('another %s', async (_, data) => {
    const link = await links.colombian();
    await startPse(service, link.id);
    const [payment] = await paymentsAt(service, link.id);
    await db().payment.updateMany({ where: { linkId: link.id }, data });
    await co('approve', { payment_id: payment.id });
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      refund: { state: 'refund_due' },
    });
    await service.runJobs();
    expect(await attemptsOf(link.id)).toMatchObject([{ state: 'refunded', refundReason: 'mismatch' }]);
    expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'refunded' }]);
  });

  test('another reference', async () => {
    const [mine, other] = [await links.colombian(), await links.colombian()];
    await startPse(service, mine.id);
    await startPse(service, other.id);
    const [payment] = await paymentsAt(service, other.id);
    await asOwner(`DELETE FROM payments WHERE link_id = '${other.id}'`);
    await db().payment.updateMany({
      where: { linkId: mine.id },
      data: { gatewayReference: String(payment.id) },
    });
    await co('approve', { payment_id: payment.id });
    expect((await donorReturns(service, mine.id)).body.status).toBe('open');
    await service.runJobs();
    expect(await attemptsOf(mine.id)).toMatchObject([{ state: 'refunded', refundReason: 'mismatch' }]);
  });

  test('another price on the wallet’s page; the donor can pay again at once', async () => {
    const link = await links.mexican({ email: 'mismatch@example.org' });
    await startWallet(service, link.id);
    const [preference] = await preferencesAt(service, link.id);
    await fetch(`${service.emulatorUrl}/mercado-pago/mx/checkout/preferences/${preference.id}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer TEST-emulator-mx', 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ title: 'Un pozo', quantity: 1, unit_price: 2.5 }] }),
    });
    await payPreference(service, preference.id);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      refund: { state: 'refund_due', reason: 'mismatch', amount: 2.5, currency: 'MXN' },
    });
    expect((await startWallet(service, link.id)).status).toBe(200);
    const again = (await preferencesAt(service, link.id)).at(-1);
    expect((await startWallet(service, link.id)).body.redirect_url).toBe(again.init_point);
    await payPreference(service, again.id);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'completed',
      amountPaid: 250,
    });
    await service.runJobs();
    expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
    const mails = await (await fetch(`${service.emulatorUrl}/mailbox.json?to=mismatch@example.org`)).json();
    const refund = mails.find(({ subject }: { subject: string }) => /devol|gave back/i.test(subject));
    expect(refund.subject).toContain('2.50');
    expect(refund.text).toContain('2.50');
    expect(refund.text).not.toContain('250');
  });
});

describe('a link with a card intent and a bank transfer under way', () => {
  test('is cancelled with both called off', async () => {
    const { link, intent } = await inTwoTabs();
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('cancelled');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'canceled' });
    expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'cancelled' }]);
    expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
  });

  test('is not cancelled once the bank has approved: it is completed', async () => {
    const { link, payment_id } = await inTwoTabs();
    await co('approve', { payment_id });
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('completed');
  });

  test('expires with both called off, at the first read past its expiry', async () => {
    const { link } = await inTwoTabs();
    await setExpiry(link.id, secondsAgo(1));
    expect(await statusOf(link.id)).toBe('expired');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'canceled' });
  });

  test('is not called expired while the bank’s gateway cannot be asked', async () => {
    const { link, payment_id } = await inTwoTabs();
    const { payment } = await co('approve', { payment_id });
    await setExpiry(link.id, new Date(payment.date_approved));
    await co('gateway_down');
    const asked = await poll(service, partner.key, link.id);
    expectProblem(asked, 503, 'internal_error');
    expect(asked.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await co('gateway_up');
    expect(await statusOf(link.id)).toBe('completed');
  });

  test('ends although the bank will not call its transfer off, and money that still comes is given back', async () => {
    const { link, payment_id } = await inTwoTabs({ email: 'stubborn@example.org' });
    await co('fail', { kind: 'status', status: 400, method: 'PUT', times: 1 });
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('cancelled');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'pending' });
    await co('approve', { payment_id });
    await donorReturns(service, link.id);
    await service.runJobs();
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'refunded' });
    expect(await mailsTo('stubborn@example.org')).toEqual(['donation_refunded']);
    expect(await statusOf(link.id)).toBe('cancelled');
  });
});
