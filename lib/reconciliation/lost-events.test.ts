import { afterEach, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { differences as ledgerDifferences } from '#testing/ledger.ts';
import {
  accountStateIn,
  approvedTransfer,
  localLinks,
  paymentsAt,
  payPreference,
  resetAccounts,
  startPreference,
} from '#testing/local-rails.ts';
import { donorReturns, loseWebhooks, onlyAttemptOf, statesOf } from '#testing/money.ts';
import { bothBooks, reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLink, newLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
beforeAll(async () => {
  await loseWebhooks(service);
  await resetAccounts(service);
});
afterEach(async () => {
  expect(await ledgerDifferences()).toEqual([]);
});

/** After a run the ledger's balance of an account is the emulator's. */
async function expectAgreement(gateway: string): Promise<void> {
  const { ours, theirs } = await bothBooks(service, gateway);
  expect(ours).toEqual(theirs);
}

test('a card payment whose events were all lost is found by a run', async () => {
  const { id } = await paidLink();
  expect(await statesOf(id)).toEqual(['pending']);
  expect(await reconcile('stripe')).toEqual([]);
  expect(await statesOf(id)).toEqual(['approved']);
  await expectAgreement('stripe');
});

test('a refund and a dispute by card whose events were all lost are found by a run, with the dispute fee', async () => {
  const [refunded, disputed] = [await paidLink(), await paidLink()];
  for (const { id } of [refunded, disputed]) await donorReturns(service, id);
  await service.stripe().refunds.create({ payment_intent: refunded.intent, amount: 1000 });
  await service.control('stripe/dispute', { payment_intent: disputed.intent, amount: 2000 });
  expect(await reconcile('stripe')).toEqual([]);
  expect(await onlyAttemptOf(refunded.id)).toMatchObject({ refundedMinor: 1000n });
  expect(await onlyAttemptOf(disputed.id)).toMatchObject({ disputedMinor: 2000n });
  await expectAgreement('stripe');
});

test('a refund that failed at the bank is found by a run', async () => {
  const { id, intent } = await paidLink();
  await donorReturns(service, id);
  const { id: refund } = await service.stripe().refunds.create({ payment_intent: intent, amount: 1000 });
  await reconcile('stripe');
  await service.control('stripe/settle_refund', { refund, outcome: 'failed' });
  expect(await reconcile('stripe')).toEqual([]);
  expect(await onlyAttemptOf(id)).toMatchObject({ refundedMinor: 0n });
  await expectAgreement('stripe');
});

test('an account that settles in another currency agrees in both', async () => {
  await service.control('stripe/settlement', { currency: 'eur', rates: { usd: 0.9 } });
  const { id, intent } = await paidLink();
  await service.stripe().refunds.create({ payment_intent: intent, amount: 1000 });
  expect(await reconcile('stripe')).toEqual([]);
  expect(await onlyAttemptOf(id)).toMatchObject({ state: 'approved', refundedMinor: 1000n });
  await expectAgreement('stripe');
  await service.control('stripe/settlement', { currency: null });
});

test('a bank transfer, its refund and a chargeback whose events were all lost are found by a run', async () => {
  const [refunded, disputed] = [await colombian(), await colombian()];
  const bank = accountStateIn(service, 'co');
  for (const { id } of [refunded, disputed]) {
    await approvedTransfer(service, id);
  }
  expect(await reconcile('mercado-pago-co')).toEqual([]);
  expect(await statesOf(refunded.id)).toEqual(['approved']);
  await expectAgreement('mercado-pago-co');
  await bank('refund', { payment_id: (await paymentsAt(service, refunded.id))[0].id, amount: 10_000 });
  await bank('charge_back', { payment_id: (await paymentsAt(service, disputed.id))[0].id });
  expect(await reconcile('mercado-pago-co')).toEqual([]);
  expect(await onlyAttemptOf(refunded.id)).toMatchObject({ refundedMinor: 1_000_000n });
  expect(await onlyAttemptOf(disputed.id)).toMatchObject({ disputedMinor: 5_000_000n });
  await expectAgreement('mercado-pago-co');
});

test('a second payment of a wallet’s preference without an event is found by a run, and refunded', async () => {
  const { id } = await mexican();
  const preference = await startPreference(service, id);
  for (const _time of [1, 2]) await payPreference(service, preference);
  expect(await reconcile('mercado-pago-mx')).toEqual([]);
  expect((await statesOf(id)).sort()).toEqual(['approved', 'refund_due']);
  await expectAgreement('mercado-pago-mx');
});

test('repeated and concurrent runs post nothing twice', async () => {
  const { id } = await paidLink();
  const posted = () => db().ledgerTransaction.count();
  await Promise.all([reconcile('stripe'), reconcile('stripe'), reconcile('stripe')]);
  const after = await posted();
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await reconcile('stripe')).toEqual([]);
  expect(await posted()).toBe(after);
  await expectAgreement('stripe');
});

test('each run begins at the end of the last finished one, and reads what that missed', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  await reconcile('stripe');
  await pay(service, intent);
  expect(await reconcile('stripe')).toEqual([]);
  expect(await statesOf(id)).toEqual(['approved']);
  const { causeKey } = await onlyAttemptOf(id);
  expect((await causeBalance(db(), causeKey)).leftMinor).toBeGreaterThan(0n);
});
