import { beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import { asOwner } from '#testing/as-owner.ts';
import { accountStateIn, resetAccounts } from '#testing/local-rails.ts';
import { gatewayCalls, resetProcessor, runEveryMoneyJob, runMoneyJobs } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { beginDailyReconciliations, scheduleDailyReconciliation } from './daily.ts';

const { service } = runningService();
const ACCOUNTS = ['mercado-pago-co', 'mercado-pago-mx', 'stripe'];

beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  await asOwner('DELETE FROM reconciliations');
});

const finished = async () => {
  const runs = await db().reconciliation.findMany({ where: { finishedAt: { not: null } } });
  return runs.map(({ gateway }) => gateway).sort();
};
const runOf = (gateway: string) => db().reconciliation.findFirstOrThrow({ where: { gateway } });

test('each account is reconciled once a day, even if scheduled several times', async () => {
  const now = new Date('2026-11-22T09:30:00Z');
  for (const _time of [1, 2, 3]) await scheduleDailyReconciliation(now);
  const planned = await db().$queryRaw<{ at: Date }[]>`
    SELECT start_after AS at FROM pgboss.job WHERE name = 'reconcile' AND state = 'created'`;
  expect(planned.map(({ at }) => at)).toEqual([new Date('2026-11-23T08:00:00Z')]);
  await runEveryMoneyJob(service);
  expect(await finished()).toEqual(ACCOUNTS);
});

test('a failing gateway does not stop the others, and is retried until it answers', async () => {
  await service.control('stripe/gateway_down');
  await beginDailyReconciliations(new Date());
  await runMoneyJobs(service);
  expect(await finished()).toEqual(['mercado-pago-co', 'mercado-pago-mx']);
  expect((await runOf('stripe')).problem).toEqual(expect.any(String));
  await service.control('stripe/gateway_up');
  await runEveryMoneyJob(service);
  expect(await finished()).toEqual(ACCOUNTS);
  expect((await runOf('stripe')).problem).toBeNull();
});

test('a slow report delays no other gateway: it is requested once, and read when it is ready', async () => {
  const account = accountStateIn(service, 'co');
  const orders = async () => (await gatewayCalls(service, 'settlement_report', 'POST')).length;
  const before = await orders();
  await account('switches', { reportDelayMs: 600_000 });
  const { id } = await transaction(async (tx) => {
    const run = await beginReconciliation(tx, 'mercado-pago-co', new Date());
    await enqueue(tx, 'reconcile_account', { id: run.id });
    return run;
  });
  for (const _try of [1, 2, 3]) await runEveryMoneyJob(service);
  const { order, problem, finishedAt } = await db().reconciliation.findUniqueOrThrow({ where: { id } });
  expect({ order, problem, finishedAt }).toEqual({
    order: expect.any(String),
    problem: null,
    finishedAt: null,
  });
  await service.control('clock', { advanceMs: 600_000 });
  await runEveryMoneyJob(service);
  expect(await finished()).toEqual(['mercado-pago-co']);
  expect((await orders()) - before).toBe(1);
  await account('switches', { reportDelayMs: 0 });
});
