import { beforeEach, expect, test } from 'vitest';
import {
  accountStateIn,
  expireWhenPaid,
  localLinks,
  payPreference,
  resetAccounts,
  startPreference,
} from '#testing/local-rails.ts';
import { poll, runEveryMoneyJob, statesOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const mx = accountStateIn(service, 'mx');

test('money in time completes its link, although a second payment of the same page came after the expiry', async () => {
  const link = await links.mexican();
  const preference = await startPreference(service, link.id);
  // The first is approved at once, the second after the expiry.
  await payPreference(service, preference);
  const second = await payPreference(service, preference, { outcome: 'pending' });
  await expireWhenPaid(service, link.id, 'mx');
  await mx('approve', { payment_id: second.id, late: true });
  expect((await poll(service, partner.key, link.id)).body).toMatchObject({ status: 'completed', amount_paid: 250 });
  await runEveryMoneyJob(service);
  expect((await statesOf(link.id)).sort()).toEqual(['approved', 'refunded']);
});
