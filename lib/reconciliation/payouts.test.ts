import { beforeAll, expect, test } from 'vitest';
import { differences as ledgerDifferences } from '#testing/ledger.ts';
import { accountStateIn, localLinks, paymentsAt, resetAccounts, startPse } from '#testing/local-rails.ts';
import { loseWebhooks } from '#testing/money.ts';
import { accountSum, bothBooks, reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);

/** Moves the clock until the day's money is available at both gateways. */
const FORTNIGHT_MS = 15 * 86_400_000;
const later = () => new Date(Date.now() + FORTNIGHT_MS + 60_000);

beforeAll(async () => {
  await loseWebhooks(service);
  await resetAccounts(service);
  await paidLink();
  const { id } = await colombian();
  await startPse(service, id);
  await accountStateIn(service, 'co')('approve', { payment_id: (await paymentsAt(service, id))[0].id });
  for (const gateway of ['stripe', 'mercado-pago-co']) await reconcile(gateway);
  await service.control('clock', { advanceMs: FORTNIGHT_MS });
});

async function expectAgreement(gateway: string): Promise<void> {
  const { ours, theirs } = await bothBooks(service, gateway);
  expect(ours).toEqual(theirs);
  expect(await ledgerDifferences()).toEqual([]);
}

test('payouts of the card processor reach the ledger’s bank account, and a failed one leaves it again', async () => {
  await service.control('stripe/payout', { amount: 1500, currency: 'usd' });
  const failing = await service.control('stripe/payout', { amount: 700, currency: 'usd', status: 'paid' });
  expect(await reconcile('stripe', later())).toEqual([]);
  expect(await accountSum('bank', 'USD')).toBe(2200);
  await expectAgreement('stripe');
  const payout = failing.id ?? failing.payout.id;
  await service.control('stripe/settle_payout', { payout, outcome: 'failed' });
  expect(await reconcile('stripe', later())).toEqual([]);
  expect(await reconcile('stripe', later())).toEqual([]);
  expect(await accountSum('bank', 'USD')).toBe(1500);
  await expectAgreement('stripe');
});

test('a payout of the bank transfers reaches the ledger’s bank account, and a returned one leaves it again', async () => {
  const account = accountStateIn(service, 'co');
  const first = await account('payout', { amount: 20_000 });
  await account('payout', { amount: 5000 });
  expect(await reconcile('mercado-pago-co', later())).toEqual([]);
  expect(await accountSum('bank', 'COP')).toBe(2_500_000);
  await expectAgreement('mercado-pago-co');
  await account('return_payout', { payout_id: String(first.payout?.id ?? first.id) });
  for (const _time of [1, 2]) expect(await reconcile('mercado-pago-co', later())).toEqual([]);
  expect(await accountSum('bank', 'COP')).toBe(500_000);
  await expectAgreement('mercado-pago-co');
});
