import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { donorReturns, resetProcessor } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

test('a donation is never completed before its link was minted, although the gateway reports whole seconds', async () => {
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  // Simulates a link minted at the end of the second in which it is paid.
  const createdAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 999);
  await db().checkoutLink.update({ where: { id }, data: { createdAt } });
  await pay(service, intent);
  await donorReturns(service, id);
  const { body } = await service.call(`/v1/checkout_links/${id}`, { key: partner.key });
  expect(body).toMatchObject({ status: 'completed', created_at: createdAt.toISOString() });
  expect(Date.parse(body.completed_at)).toBeGreaterThanOrEqual(createdAt.getTime());
});
