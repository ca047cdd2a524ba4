import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { recoverLink } from '#lib/reconciliation/lost-links.ts';
import { backUp } from '#testing/back-up.ts';
import { newBrowser } from '#testing/browser.ts';
import {
  accountStateIn,
  chooseAmount,
  localLinks,
  paymentsAt,
  payPreference,
  preferencesAt,
  resetAccounts,
  startPreference,
  startTransfer,
  startWallet,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import { attemptsOf, donorReturns, onlyAttemptOf, runMoneyJobs, statesOf, statusSeenBy } from '#testing/money.ts';
import { bothBooks, reconcile } from '#testing/reconcile.ts';
import { runningService } from '#testing/running-service.ts';

/* What only attempts that are orders do (gateways C7). Most tests of bank transfers and wallets run with them too. */

const { service, partner } = runningService({ MERCADO_PAGO_CO_API: 'orders', MERCADO_PAGO_MX_API: 'orders' });
const donor = newBrowser(service);
const links = localLinks(service, partner);
const statusOf = (id: string) => statusSeenBy(service, partner)(id);
beforeEach(() => resetAccounts(service));
const [co, mx] = [accountStateIn(service, 'co'), accountStateIn(service, 'mx')];
const hearEvents = () => Promise.all([co, mx].map((account) => account('webhooks', { drop: false })));

test('a bank transfer completes its link by the event of its order alone', async () => {
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  const { id, gatewayReference } = await onlyAttemptOf(link.id);
  expect(gatewayReference).toMatch(/^ORD[0-9A-Z]{26}$/);
  expect(await paymentsAt(service, link.id)).toMatchObject([{ external_reference: `${link.id}-${id}` }]);
  await hearEvents();
  await co('approve', { payment_id });
  await webhooksDelivered(service);
  expect(await statusOf(link.id)).toBe('completed');
  expect(await db().gatewayEvent.findMany({ where: { reference: gatewayReference } })).toMatchObject([
    { type: 'order', handledAt: expect.any(Date) },
  ]);
  expect(await onlyAttemptOf(link.id)).toMatchObject({ state: 'approved', gatewayPaymentId: String(payment_id) });
});

test('a wallet payment completes its link by the event of its order alone, after one that was declined', async () => {
  const link = await links.mexican();
  const preference = await startPreference(service, link.id);
  await hearEvents();
  await payPreference(service, preference, { outcome: 'reject' });
  await webhooksDelivered(service);
  expect((await donorReturns(service, link.id)).body).toMatchObject({ status: 'open', declined: true });
  await payPreference(service, preference);
  await webhooksDelivered(service);
  expect(await statusOf(link.id)).toBe('completed');
  expect(await statesOf(link.id)).toEqual(['approved']);
});

test('another amount cancels the order of the first, and money that still comes on it is that attempt’s', async () => {
  const link = await links.mexican();
  await startWallet(donor, link.id);
  const [{ id: first }] = await preferencesAt(service, link.id);
  await chooseAmount(donor, link.id, 400);
  await startWallet(donor, link.id);
  expect(await statesOf(link.id)).toEqual(['canceled', 'pending']);
  await hearEvents();
  await payPreference(service, first);
  await webhooksDelivered(service);
  await runMoneyJobs(service);
  const [one, two] = await attemptsOf(link.id);
  expect([one?.amountMinor, two?.state]).toEqual([25_000n, 'canceled']);
  expect(await statusOf(link.id)).toBe('completed');
});

test('the books agree after a fee, a refund in part and a chargeback of orders', async () => {
  const [refunded, disputed] = [await links.colombian(), await links.colombian()];
  for (const { id } of [refunded, disputed]) {
    await co('approve', { payment_id: await startTransfer(service, id) });
    await donorReturns(service, id);
  }
  const [one] = await paymentsAt(service, refunded.id);
  const [two] = await paymentsAt(service, disputed.id);
  await co('refund', { payment_id: one.id, amount: 20_000 });
  await co('charge_back', { payment_id: two.id });
  expect(await reconcile('mercado-pago-co')).toEqual([]);
  const { ours, theirs } = await bothBooks(service, 'mercado-pago-co');
  expect(ours).toEqual(theirs);
  expect(await onlyAttemptOf(refunded.id)).toMatchObject({ refundedMinor: 2_000_000n });
  expect(await onlyAttemptOf(disputed.id)).toMatchObject({ disputedMinor: 5_000_000n });
});

test('an attempt whose row was lost is found by its order’s event, with its own id', async () => {
  const link = await links.colombian();
  const backup = await backUp(service.databaseUrl);
  const payment_id = await startTransfer(service, link.id);
  const { id } = await onlyAttemptOf(link.id);
  await backup.restore();
  expect(await attemptsOf(link.id)).toEqual([]);
  await hearEvents();
  await co('approve', { payment_id });
  await webhooksDelivered(service);
  expect(await onlyAttemptOf(link.id)).toMatchObject({ id, state: 'approved' });
  expect(await statusOf(link.id)).toBe('completed');
});

test('a lost link is listed without its cause, which orders do not keep, and is not made again', async () => {
  const backup = await backUp(service.databaseUrl);
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  await backup.restore();
  await hearEvents();
  await co('approve', { payment_id });
  await webhooksDelivered(service);
  expect((await co('deliveries')).at(-1)).toMatchObject({ type: 'order.processed', status: 200 });
  const differences = await reconcile('mercado-pago-co');
  expect(differences.filter(({ about }) => about === 'unknown_payment')).toMatchObject([
    { subject: String(payment_id), paymentId: null, lostLink: { id: link.id, facts: null } },
  ]);
  await expect(recoverLink('mercado-pago-co', String(payment_id), 'console', new Date())).rejects.toMatchObject({
    code: 'link_not_recoverable',
  });
});
