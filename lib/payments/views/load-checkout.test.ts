import { expect, test } from 'vitest';
import { db, disconnect } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { asOwner } from '#testing/as-owner.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { donorReturns, gatewayCalls, resetProcessor, secondsAgo, setExpiry } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { loadCheckout } from './load-checkout.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

test('with the database away a checkout page asks for patience, and is there again with it', async () => {
  const { id } = await newLink();
  const settings = env();
  const { databaseUrl } = settings;
  await disconnect();
  settings.databaseUrl = 'postgresql://127.0.0.1:1/none';
  expect(await loadCheckout(id, new Date())).toBe('out_of_reach');
  await disconnect();
  Object.assign(settings, { databaseUrl });
  expect(await loadCheckout(id, new Date())).toMatchObject({ link: { id, status: 'open' } });
});

test('an error of our own is distinguished from a temporary one, and the page shows it', async () => {
  const { id } = await newLink();
  await asOwner('ALTER TABLE causes RENAME TO causes_away');
  expect(await loadCheckout(id, new Date())).toBe('broken');
  await asOwner('ALTER TABLE causes_away RENAME TO causes');
  expect(await loadCheckout(id, new Date())).toMatchObject({ link: { id, status: 'open' } });
});

test.each([
  ['nothing was tried', async () => {}],
  ['it has expired', (id: string) => setExpiry(id, secondsAgo(1))],
  [
    'a card was declined, and nothing is live',
    async (id: string) => {
      const declined = pay(service, await intentOf(service, id), 'pm_card_chargeDeclined');
      await expect(declined).rejects.toThrow('Your card was declined.');
      await donorReturns(service, id);
      await db().payment.updateMany({ where: { linkId: id }, data: { state: 'canceled' } });
    },
  ],
])('the page of a link asks no gateway when %s', async (_, prepare) => {
  await resetProcessor(service);
  const { id } = await newLink();
  await prepare(id);
  const before = (await gatewayCalls(service, '/v1/')).length;
  for (let load = 0; load < 3; load++) expect(await loadCheckout(id, new Date())).toMatchObject({ link: { id } });
  expect(await gatewayCalls(service, '/v1/')).toHaveLength(before);
});
