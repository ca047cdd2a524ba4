import { expect, test } from 'vitest';
import { disconnect } from '#lib/db.ts';
import { env } from '#lib/env.ts';
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
