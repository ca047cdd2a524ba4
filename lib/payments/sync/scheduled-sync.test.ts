import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { installQueues } from '#lib/jobs/queues.ts';
import { ownerUrl } from '#testing/as-owner.ts';
import { intentOf, openLink, pay } from '#testing/factories.ts';
import { accountStateIn, localLinks, loseLocalWebhooks, startTransfer } from '#testing/local-rails.ts';
import { donorReturns, gatewayCalls, resetProcessor, runEveryMoneyJob, statesOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
const co = accountStateIn(service, 'co');
beforeAll(() => loseLocalWebhooks(service));

const DAYS = 86_400_000;

test('a payment is synced until its money is known, after any number of gateway failures', async () => {
  const { id } = await links.colombian();
  const payment_id = await startTransfer(service, id);
  await co('gateway_down');
  await db().$executeRaw`UPDATE pgboss.job SET retry_count = 200 WHERE name = 'watch_attempt'`;
  await runEveryMoneyJob(service);
  const waiting = await db().$queryRaw<{ state: string; keepUntil: Date }[]>`
    SELECT state::text, keep_until AS "keepUntil" FROM pgboss.job WHERE name = 'watch_attempt'`;
  expect(waiting.map(({ state }) => state)).toEqual(['retry']);
  // The queue deletes jobs that have waited too long; this one is kept.
  for (const { keepUntil } of waiting) expect(keepUntil.getTime()).toBeGreaterThan(Date.now() + 365 * DAYS);
  await co('approve', { payment_id });
  await co('gateway_up');
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
});

test('a queue that exists gets the options of the release that migrates', async () => {
  await db()
    .$executeRaw`UPDATE pgboss.queue SET retry_limit = 200, retention_seconds = 1209600 WHERE name = 'check_payment'`;
  await installQueues(ownerUrl());
  const [queue] = await db().$queryRaw<object[]>`
    SELECT policy, retry_limit, retention_seconds FROM pgboss.queue WHERE name = 'check_payment'`;
  expect(queue).toEqual({ policy: 'exclusive', retry_limit: 1_000_000, retention_seconds: 315_360_000 });
});

/** When the jobs about a payment run, in seconds after an instant. */
async function watchedAfter(linkId: string, instant: Date): Promise<number[]> {
  const jobs = await db().$queryRaw<{ startAfter: Date }[]>`
    SELECT j.start_after AS "startAfter" FROM pgboss.job j JOIN payments p ON p.id = j.data->>'id'
     WHERE j.name = 'watch_attempt' AND j.state < 'active' AND p.link_id = ${linkId} ORDER BY 1`;
  return jobs.map(({ startAfter }) => Math.round((startAfter.getTime() - instant.getTime()) / 1000));
}

test('a card that was confirmed is recorded within 15 seconds, with every event lost and the donor gone', async () => {
  await resetProcessor(service);
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  const confirmed = new Date();
  await service.call('/checkout/donation', { body: { ref: id, method: 'card' } });
  await pay(service, intent);
  expect(await watchedAfter(id, confirmed)).toContain(15);
  await runEveryMoneyJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
});

test('a card that has ended is watched no more, and its gateway is not asked', async () => {
  await resetProcessor(service);
  const { id } = await openLink(service, partner);
  const intent = await intentOf(service, id);
  await service.call('/checkout/donation', { body: { ref: id, method: 'card' } });
  await pay(service, intent);
  await donorReturns(service, id);
  const { length } = await gatewayCalls(service, intent, 'GET');
  await runEveryMoneyJob(service);
  expect(await gatewayCalls(service, intent, 'GET')).toHaveLength(length);
  expect(await watchedAfter(id, new Date())).toEqual([]);
});
