import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { installQueues } from '#lib/jobs/queue.ts';
import { ownerUrl } from '#scripts/testing/as-owner.ts';
import {
  accountIn,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  startPse,
} from '#scripts/testing/local-rails.ts';
import { runEveryJob, statesOf } from '#scripts/testing/money.ts';
import { runningService } from '#scripts/testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
const co = accountIn(service, 'co');
beforeAll(() => loseLocalWebhooks(service));

const DAYS = 86_400_000;

test('a payment is read back until its money is known, however often and long its gateway has failed', async () => {
  const { id } = await links.colombian();
  await startPse(service, id);
  const [transfer] = await paymentsAt(service, id);
  await co('gateway_down');
  await db().$executeRaw`UPDATE pgboss.job SET retry_count = 200 WHERE name = 'check_payment'`;
  await runEveryJob(service);
  const waiting = await db().$queryRaw<{ state: string; keepUntil: Date }[]>`
    SELECT state::text, keep_until AS "keepUntil" FROM pgboss.job WHERE name = 'check_payment'`;
  expect(waiting.map(({ state }) => state)).toEqual(['retry']);
  // The queue throws away what has waited for too long; this is kept.
  for (const { keepUntil } of waiting) expect(keepUntil.getTime()).toBeGreaterThan(Date.now() + 365 * DAYS);
  await co('approve', { payment_id: transfer.id });
  await co('gateway_up');
  await runEveryJob(service);
  expect(await statesOf(id)).toEqual(['approved']);
});

test('a queue that an earlier release made keeps trying as this release says', async () => {
  await db()
    .$executeRaw`UPDATE pgboss.queue SET retry_limit = 200, retention_seconds = 1209600 WHERE name = 'check_payment'`;
  await installQueues(ownerUrl());
  const [queue] = await db().$queryRaw<object[]>`
    SELECT policy, retry_limit, retention_seconds FROM pgboss.queue WHERE name = 'check_payment'`;
  expect(queue).toEqual({ policy: 'exclusive', retry_limit: 1_000_000, retention_seconds: 315_360_000 });
});
