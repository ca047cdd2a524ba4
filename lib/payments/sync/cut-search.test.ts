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
const statusOf = async (id: string) => (await poll(service, partner.key, id)).body.status;

async function paidInTime(more: (preference: string) => Promise<void> = async () => {}) {
  const { id } = await links.mexican();
  const preference = await startPreference(service, id);
  await payPreference(service, preference);
  await more(preference);
  await expireWhenPaid(service, id, 'mx');
  return id;
}

test('a search that leaves out a payment of which it counts ends no link: money in time completes it', async () => {
  const id = await paidInTime();
  await mx('fail', { kind: 'part', path: '/v1/payments/search', keep: 0, times: 10 });
  expect((await poll(service, partner.key, id)).status).toBe(503);
  await mx('gateway_up');
  expect(await statusOf(id)).toBe('completed');
});

test('a payment behind a hundred later ones of its link is found', async () => {
  const id = await paidInTime(async (preference) => {
    for (let n = 0; n < 100; n++) await payPreference(service, preference, { outcome: 'reject' });
  });
  expect(await statusOf(id)).toBe('completed');
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
});
