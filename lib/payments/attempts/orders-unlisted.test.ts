import { beforeEach, expect, test } from 'vitest';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import {
  accountStateIn,
  approvedTransfer,
  expireWhenPaid,
  localLinks,
  payPreference,
  resetAccounts,
  startPreference,
} from '#testing/local-rails.ts';
import { mailsTo, poll, runEveryMoneyJob, statesOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService({ MERCADO_PAGO_CO_API: 'orders', MERCADO_PAGO_MX_API: 'orders' });
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const lag = (searchLagMs: number) =>
  Promise.all((['co', 'mx'] as const).map((country) => accountStateIn(service, country)('switches', { searchLagMs })));

const paidTransfer = async (email: string) => {
  const { id } = await links.colombian({ email });
  await approvedTransfer(service, id);
  return id;
};
const paidWallet = async (email: string) => {
  const { id } = await links.mexican({ email });
  await payPreference(service, await startPreference(service, id));
  return id;
};

test.each([
  ['transfer', paidTransfer, 'co'],
  ['wallet', paidWallet, 'mx'],
] as const)('a link does not expire while its paid order’s payment is not found: %s', async (name, paid, country) => {
  const email = `paid-order-${name}@example.org`;
  const id = await paid(email);
  await expireWhenPaid(service, id, country);
  await lag(3_600_000);
  expect((await poll(service, partner.key, id)).status).toBe(503);
  await lag(0);
  expect((await poll(service, partner.key, id)).body.status).toBe('completed');
  for (let n = 0; n < 3; n++) await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
  expect(await mailsTo(email)).toEqual(['donation_completed']);
});

test('nor is it cancelled', async () => {
  const id = await paidTransfer('paid-cancelled@example.org');
  await lag(3_600_000);
  await expect(cancelLink(id, new Date())).rejects.toMatchObject({ status: 503 });
  await lag(0);
  await runEveryMoneyJob(service);
  expect((await poll(service, partner.key, id)).body.status).toBe('completed');
});
