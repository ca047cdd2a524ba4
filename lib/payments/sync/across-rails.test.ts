import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { asOwner } from '#testing/as-owner.ts';
import { pay } from '#testing/factories.ts';
import {
  accountStateIn,
  isOpenAtWallet,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  payPreference,
  preferencesAt,
  refuseCancellation,
  startPreference,
  startPse,
  startTransfer,
  startWallet,
} from '#testing/local-rails.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  forgetJobs,
  intentsAt,
  loseWebhooks,
  mailsTo,
  poll,
  runMoneyJobs,
  secondsAgo,
  setExpiry,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { cancelLink } from './end-link.ts';
import { syncPayment } from './sync-payment.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeAll(async () => {
  await loseLocalWebhooks(service);
  await loseWebhooks(service);
});
beforeEach(async () => {
  await service.control('mercado-pago-co/gateway_up');
  await forgetJobs();
});
const co = accountStateIn(service, 'co');
const statusOf = statusSeenBy(service, partner);

/** A link with a bank's page in one tab and a card form, opened later, in another. */
async function inTwoTabs(overrides: Record<string, unknown> = {}) {
  const link = await links.colombian(overrides);
  await startPse(service, link.id);
  const intent: string = (await askIntent(service, link.id)).body.payment_intent_id;
  const [transfer] = await paymentsAt(service, link.id);
  return { link, intent, payment_id: transfer.id as number };
}
const byRail = async (linkId: string) =>
  Object.fromEntries((await attemptsOf(linkId)).map(({ rail, state }) => [rail, state]));

test('a card whose start brought no answer waits no longer once a bank transfer has completed the link', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  const [transfer] = await paymentsAt(service, link.id);
  await service.control('stripe/fail', {
    kind: 'reset_after',
    method: 'POST',
    path: 'payment_intents$',
    times: 2,
  });
  expect((await askIntent(service, link.id)).status).toBe(503);
  expect(await byRail(link.id)).toEqual({ bank_transfer: 'pending', card: 'starting' });
  await co('approve', { payment_id: transfer.id });
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  expect(await byRail(link.id)).toEqual({ bank_transfer: 'approved', card: 'canceled' });
});

test('a bank transfer that completes the link cancels the card intent', async () => {
  const { link, intent, payment_id } = await inTwoTabs();
  await co('approve', { payment_id });
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  await runMoneyJobs(service);
  expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'approved' });
  expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
});

test('a card payment that completes the link cancels the bank transfer', async () => {
  const { link, intent } = await inTwoTabs();
  await pay(service, intent);
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  await runMoneyJobs(service);
  expect(await byRail(link.id)).toEqual({ card: 'approved', bank_transfer: 'canceled' });
  expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'cancelled' }]);
  expectProblem(await startPse(service, link.id), 409, 'checkout_link_not_payable');
});

test('a donor who pays by card and by bank at once completes the link once, and the other payment is refunded', async () => {
  for (let round = 0; round < runs(2, 4); round++) {
    const donor = `both-${round}@example.org`;
    const { link, intent, payment_id } = await inTwoTabs({ email: donor });
    await Promise.all([pay(service, intent), co('approve', { payment_id })]);
    const attempts = await attemptsOf(link.id);
    const inOrder = round % 2 === 0 ? attempts : [...attempts].reverse();
    await Promise.all(inOrder.map(({ id }) => syncPayment(id, new Date())));
    await runMoneyJobs(service);
    expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
    const approved = await db().payment.findFirstOrThrow({ where: { linkId: link.id, state: 'approved' } });
    expect(approved.amount).toBe(50_000n);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'completed',
      refund: { state: 'refunded', amount: 50_000 },
    });
    expect((await mailsTo(donor)).sort()).toEqual(['donation_completed', 'donation_refunded']);
    const [transfer] = await paymentsAt(service, link.id);
    const [card] = await intentsAt(service, link.id);
    const charge = await service.stripe().charges.retrieve(String(card?.latest_charge));
    expect([transfer.status === 'refunded', charge.refunded].sort()).toEqual([false, true]);
  }
});

test('a card that confirms while its intent is being cancelled is a duplicate payment', async () => {
  const { link, intent, payment_id } = await inTwoTabs();
  await co('approve', { payment_id });
  const [confirmed] = await Promise.all([
    pay(service, intent).catch(() => undefined),
    donorReturns(service, link.id).then(() => runMoneyJobs(service)),
  ]);
  await donorReturns(service, link.id);
  await runMoneyJobs(service);
  const { card, bank_transfer } = await byRail(link.id);
  const paidByCard = confirmed?.status === 'succeeded';
  expect([card, bank_transfer]).toContain('approved');
  expect([card, bank_transfer]).toContain(paidByCard ? 'refunded' : 'canceled');
});

test('a donor whose card was charged sees it while the other gateway is down', async () => {
  const { link, intent } = await inTwoTabs();
  await pay(service, intent);
  await co('gateway_down');
  const { status, body } = await donorReturns(service, link.id);
  expect({ status, shown: body.status }).toEqual({ status: 200, shown: 'completed' });
});

describe('money that differs from the attempt is refunded and never counted', () => {
  const spoil = {
    amount: { amount: 49_999n },
    currency: { currency: 'USD' },
  };
  test.each(Object.entries(spoil))('another %s', async (_, data) => {
    const link = await links.colombian();
    const payment_id = await startTransfer(service, link.id);
    await db().payment.updateMany({ where: { linkId: link.id }, data });
    await co('approve', { payment_id });
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      refund: { state: 'refund_due' },
    });
    await runMoneyJobs(service);
    expect(await attemptsOf(link.id)).toMatchObject([{ state: 'refunded', refundReason: 'mismatch' }]);
    expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'refunded' }]);
  });

  test('another reference', async () => {
    const [mine, other] = [await links.colombian(), await links.colombian()];
    await startPse(service, mine.id);
    const payment_id = await startTransfer(service, other.id);
    await asOwner(`DELETE FROM payments WHERE link_id = '${other.id}'`);
    await db().payment.updateMany({
      where: { linkId: mine.id },
      data: { gatewayReference: String(payment_id) },
    });
    await co('approve', { payment_id });
    expect((await donorReturns(service, mine.id)).body.status).toBe('open');
    await runMoneyJobs(service);
    expect(await attemptsOf(mine.id)).toMatchObject([{ state: 'refunded', refundReason: 'mismatch' }]);
  });

  /** The donor is on the wallet's page, where the price is another one. */
  async function atAnotherPrice(linkId: string, unit_price: number): Promise<string> {
    const preference = await startPreference(service, linkId);
    await fetch(`${service.emulatorUrl}/mercado-pago/mx/checkout/preferences/${preference}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer TEST-emulator-mx', 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ title: 'Un pozo', quantity: 1, unit_price }] }),
    });
    return preference;
  }

  test('another price on the wallet’s page that is paid twice', async () => {
    const link = await links.mexican();
    const preference = await atAnotherPrice(link.id, 2);
    await payPreference(service, preference);
    await payPreference(service, preference);
    expect((await donorReturns(service, link.id)).body.status).toBe('open');
    const again = { state: 'refund_due', refundReason: 'mismatch', amountMinor: 200n };
    expect(await attemptsOf(link.id)).toMatchObject([again, again]);
  });

  test('another price on the wallet’s page; the donor can pay again at once', async () => {
    await forgetJobs();
    const link = await links.mexican({ email: 'mismatch@example.org' });
    const preference = await atAnotherPrice(link.id, 2.5);
    await payPreference(service, preference);
    expect((await donorReturns(service, link.id)).body).toMatchObject({
      status: 'open',
      refund: { state: 'refund_due', reason: 'mismatch', amount: 2.5, currency: 'MXN' },
    });
    // Nobody pays the wrong price a second time.
    expect((await preferencesAt(service, link.id)).map(isOpenAtWallet)).toEqual([false]);
    expect((await startWallet(service, link.id)).status).toBe(200);
    const again = (await preferencesAt(service, link.id)).at(-1);
    expect((await startWallet(service, link.id)).body.redirect_url).toBe(again.init_point);
    await payPreference(service, again.id);
    expect((await donorReturns(service, link.id)).body).toMatchObject({ status: 'completed' });
    const approved = await db().payment.findFirstOrThrow({ where: { linkId: link.id, state: 'approved' } });
    expect(approved.amount).toBe(250n);
    await service.runJobs();
    expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
    const mails = await (await fetch(`${service.emulatorUrl}/mailbox.json?to=mismatch@example.org`)).json();
    const refund = mails.find(({ subject }: { subject: string }) => /devol|refunded/i.test(subject));
    expect(refund.subject).toContain('2.50');
    expect(refund.text).toContain('2.50');
    expect(refund.text).not.toMatch(/\b250\b/);
  });
});

describe('a link with a card intent and a bank transfer in progress', () => {
  test('is cancelled, and both of them too', async () => {
    const { link, intent } = await inTwoTabs();
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('cancelled');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'canceled' });
    expect(await paymentsAt(service, link.id)).toMatchObject([{ status: 'cancelled' }]);
    expect((await service.stripe().paymentIntents.retrieve(intent)).status).toBe('canceled');
  });

  test('is not cancelled once the bank has approved, but completed', async () => {
    const { link, payment_id } = await inTwoTabs();
    await co('approve', { payment_id });
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('completed');
  });

  test('expires, and both attempts are cancelled, at the first read past its expiry', async () => {
    const { link } = await inTwoTabs();
    await setExpiry(link.id, secondsAgo(1));
    expect(await statusOf(link.id)).toBe('expired');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'canceled' });
  });

  test('is not reported as expired while the bank’s gateway is unreachable', async () => {
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

  test('ends although the bank refuses to cancel its transfer, and money that still arrives is refunded', async () => {
    const { link, payment_id } = await inTwoTabs({ email: 'stubborn@example.org' });
    await refuseCancellation(co);
    await cancelLink(link.id, new Date());
    expect(await statusOf(link.id)).toBe('cancelled');
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'pending' });
    await co('approve', { payment_id });
    await donorReturns(service, link.id);
    await runMoneyJobs(service);
    expect(await byRail(link.id)).toEqual({ card: 'canceled', bank_transfer: 'refunded' });
    expect(await mailsTo('stubborn@example.org')).toEqual(['donation_refunded']);
    expect(await statusOf(link.id)).toBe('cancelled');
  });
});
