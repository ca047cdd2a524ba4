import { expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { storedCause } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { runHourlyCheck } from './hourly-check.ts';

ownDatabase();

const planned = () => db().$queryRaw<{ at: Date }[]>`
  SELECT start_after AS at FROM pgboss.job WHERE name = 'check_ledger' AND state = 'created'`;

test('sweeps schedule one check for the next full hour', async () => {
  const before = (await planned()).length;
  const now = new Date(Date.now() + 60_000);
  for (const _sweep of [1, 2, 3]) await sweep(now);
  const checks = await planned();
  expect(checks.length - before).toBe(1);
  const at = checks.at(-1)?.at ?? now;
  expect(at.getTime() % 3_600_000).toBe(0);
  expect(at > now).toBe(true);
});

test('each difference is logged as an error, and nothing is logged without one', async () => {
  const error = vi.spyOn(log(), 'error').mockReturnValue(undefined);
  const id = await donation((await storedCause()).key);
  await runHourlyCheck(new Date());
  expect(error).not.toHaveBeenCalled();
  await db().payment.update({ where: { id }, data: { chargedBackMinor: 5000n } });
  await runHourlyCheck(new Date());
  expect(error).toHaveBeenCalledTimes(5);
  expect(error).toHaveBeenCalledWith(
    {
      difference: expect.objectContaining({
        kind: 'dispute',
        subject: id,
        account: 'gateway',
        expectedMinor: '-5000',
        foundMinor: '0',
      }),
    },
    'the ledger does not agree',
  );
  error.mockRestore();
});
