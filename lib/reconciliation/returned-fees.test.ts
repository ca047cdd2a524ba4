import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { differences as ledgerDifferences } from '#testing/ledger.ts';
import { accountStateIn, approvedTransfer, localLinks, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, onlyAttemptOf } from '#testing/money.ts';
import { bothBooks, reconcile } from '#testing/reconcile.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { colombian } = localLinks(service, partner);
const co = accountStateIn(service, 'co');
beforeAll(async () => {
  await resetAccounts(service);
  await co('switches', { returnFees: true });
});

/** What a gateway has taken of a payment so far, in minor units. */
async function costOf(paymentId: string): Promise<bigint> {
  const entries = await db().ledgerEntry.findMany({
    where: { account: 'gateway_cost', transaction: { paymentId } },
  });
  return entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

test('the part of a fee that is given back with a refund is posted by a run, once', async () => {
  const { id: linkId } = await colombian();
  const payment_id = await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const { id, causeKey } = await onlyAttemptOf(linkId);
  const fee = await costOf(id);
  expect(fee).toBeGreaterThan(0n);
  for (const part of [1n, 2n]) {
    await co('refund', { payment_id, amount: 10_000 });
    await syncPayment(id, new Date());
    await reconcile('mercado-pago-co');
    expect(await reconcile('mercado-pago-co')).toEqual([]);
    expect(await costOf(id)).toBe(fee - (part * fee) / 5n);
  }
  await Promise.all([reconcile('mercado-pago-co'), reconcile('mercado-pago-co')]);
  expect(await costOf(id)).toBe(fee - (2n * fee) / 5n);
  const { ours, theirs } = await bothBooks(service, 'mercado-pago-co');
  expect(ours).toEqual(theirs);
  expect((await causeBalance(db(), causeKey)).leftMinor).toBeGreaterThan(0n);
  expect(await ledgerDifferences()).toEqual([]);
});

test('of a refund whose event was lost it is posted by the same run', async () => {
  const { id: linkId } = await colombian();
  const payment_id = await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const { id } = await onlyAttemptOf(linkId);
  const fee = await costOf(id);
  await co('refund', { payment_id });
  expect(await reconcile('mercado-pago-co')).toEqual([]);
  expect(await costOf(id)).toBe(0n);
  expect(fee).toBeGreaterThan(0n);
});
