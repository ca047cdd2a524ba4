import { expect, test } from 'vitest';
import { disconnect } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { asOwner } from '#scripts/testing/as-owner.ts';
import { linksOnOneCause, runningService } from '#scripts/testing/running-service.ts';
import { lookAtCheckout } from './load-checkout.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

test('with the database away a checkout page asks for patience, and is there again with it', async () => {
  const { id } = await newLink();
  const settings = env();
  const { databaseUrl } = settings;
  await disconnect();
  settings.databaseUrl = 'postgresql://127.0.0.1:1/none';
  expect(await lookAtCheckout(id, new Date())).toBe('out_of_reach');
  await disconnect();
  Object.assign(settings, { databaseUrl });
  expect(await lookAtCheckout(id, new Date())).toMatchObject({ link: { id, status: 'open' } });
});

test('a fault of our own is told apart from one that passes: the page says so, and is not shown as if all were well', async () => {
  const { id } = await newLink();
  await asOwner('ALTER TABLE causes RENAME TO causes_away');
  expect(await lookAtCheckout(id, new Date())).toBe('broken');
  await asOwner('ALTER TABLE causes_away RENAME TO causes');
  expect(await lookAtCheckout(id, new Date())).toMatchObject({ link: { id, status: 'open' } });
});
