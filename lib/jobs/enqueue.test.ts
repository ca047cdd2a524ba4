import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { insertRows } from '#lib/hot-queries/insert-rows.ts';
import { HANDLERS } from '#lib/worker/handlers.ts';
import { runEveryJob } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { stoppingDatabase } from '#testing/stopping-database.ts';
import { enqueue, jobRow, stopSender } from './enqueue.ts';
import { QUEUES } from './queues.ts';

const { service } = runningService();
const handled: string[] = [];
let failing = false;
const original = HANDLERS.check_payment;
beforeAll(async () => {
  HANDLERS.check_payment = async (id) => {
    handled.push(id);
    if (failing) throw new Error('fails');
  };
});
beforeEach(async () => {
  handled.length = 0;
  failing = false;
  await db().$executeRaw`DELETE FROM pgboss.job`;
});
afterAll(async () => {
  HANDLERS.check_payment = original;
});

const put = (id: string) => transaction((tx) => enqueue(tx, 'check_payment', { id }));

/** States of the jobs about a row, oldest first. */
async function statesOf(id: string): Promise<string[]> {
  const jobs = await db().$queryRaw<{ state: string }[]>`
    SELECT state::text FROM pgboss.job WHERE data->>'id' = ${id} ORDER BY created_on`;
  return jobs.map(({ state }) => state);
}

test('a job exists if and only if its transaction commits', async () => {
  const rolledBack = transaction(async (tx) => {
    await enqueue(tx, 'check_payment', { id: 'rolled-back' });
    throw new Error('after all not');
  });
  await expect(rolledBack).rejects.toThrow('after all not');
  await put('committed');
  expect([await statesOf('rolled-back'), await statesOf('committed')]).toEqual([[], ['created']]);
  await service.runJobs();
  expect(handled).toEqual(['committed']);
});

test('a job that is inserted with its row differs in nothing from an enqueued one, and runs', async () => {
  await put('enqueued');
  await insertRows({ name: 'test-job', ...(await jobRow('check_payment', { id: 'inserted' })) });
  const jobs = await db().$queryRaw<{ job: Record<string, unknown> }[]>`
    SELECT to_jsonb(j) - '{id,created_on,start_after,keep_until}'::text[] AS job FROM pgboss.job j ORDER BY created_on`;
  expect(jobs).toHaveLength(2);
  expect(jobs[1]?.job).toEqual({
    ...jobs[0]?.job,
    data: { id: 'inserted' },
    singleton_key: 'inserted',
  });
  await service.runJobs();
  expect(handled.toSorted()).toEqual(['enqueued', 'inserted']);
});

test('a job is not inserted where the row that it is about is not', async () => {
  const { sql, values } = await jobRow('check_payment', { id: 'left-out' });
  const [statement = ''] = sql(1, 'FROM (SELECT WHERE false) AS nothing');
  await db().$queryRawUnsafe(statement, ...values);
  expect(await statesOf('left-out')).toEqual([]);
});

test('waiting jobs about one row collapse into one, within one transaction and across concurrent ones', async () => {
  await transaction(async (tx) => {
    for (let i = 0; i < 3; i++) await enqueue(tx, 'check_payment', { id: 'one' });
    // The transaction is still usable after a job was left out.
    expect(await tx.$queryRaw`SELECT 1 AS alive`).toEqual([{ alive: 1 }]);
  });
  await Promise.all(Array.from({ length: 20 }, () => put('one')));
  await put('another');
  expect([await statesOf('one'), await statesOf('another')]).toEqual([['created'], ['created']]);
  await service.runJobs();
  expect(handled.sort()).toEqual(['another', 'one']);
});

test('a job about a row whose job runs or will be retried is left out, and nothing is stuck', async () => {
  await put('busy');
  await db().$executeRaw`UPDATE pgboss.job SET state = 'active', started_on = now()`;
  await put('busy');
  expect(await statesOf('busy')).toEqual(['active']);
  await db().$executeRaw`UPDATE pgboss.job SET state = 'created', started_on = NULL`;

  failing = true;
  await service.runJobs();
  expect(await statesOf('busy')).toEqual(['retry']);
  await put('busy');
  expect(await statesOf('busy')).toEqual(['retry']);
  failing = false;
  await runEveryJob(service);
  expect([await statesOf('busy'), handled]).toEqual([['completed'], ['busy', 'busy']]);
  await put('busy');
  await service.runJobs();
  expect(await statesOf('busy')).toEqual(['completed', 'completed']);
});

test('a job that has failed for good does not prevent a new one', async () => {
  failing = true;
  await put('given-up');
  await db().$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit`;
  await service.runJobs();
  expect(await statesOf('given-up')).toEqual(['failed']);
  failing = false;
  await put('given-up');
  await service.runJobs();
  expect(await statesOf('given-up')).toEqual(['failed', 'completed']);
});

test('a job waits for its start time', async () => {
  const later = new Date(Date.now() + 60_000);
  await transaction((tx) => enqueue(tx, 'check_payment', { id: 'later' }, later));
  await service.runJobs();
  expect([await statesOf('later'), handled]).toEqual([['created'], []]);
});

test('each queue retries for as long as its work has to be done', async () => {
  const queues = await db().$queryRaw<{ name: string; policy: string; retry_limit: number }[]>`
    SELECT name, policy, retry_limit FROM pgboss.queue`;
  for (const [name, { retryLimit }] of Object.entries(QUEUES))
    expect(queues).toContainEqual({ name, policy: 'exclusive', retry_limit: retryLimit });
});

test('a sender that could not start is started again by the next job', async () => {
  const settings = env();
  const { databaseUrl } = settings;
  await stopSender();
  settings.databaseUrl = 'postgresql://127.0.0.1:1/none';
  await expect(put('first')).rejects.toThrow();
  Object.assign(settings, { databaseUrl });
  await put('second');
  expect([await statesOf('first'), await statesOf('second')]).toEqual([[], ['created']]);
});

test('a database that stops right after the sender has started crashes nothing', async () => {
  const settings = env();
  const { databaseUrl = '' } = settings;
  const stopping = await stoppingDatabase(databaseUrl);
  await stopSender();
  settings.databaseUrl = stopping.url;
  await put('kept');
  Object.assign(settings, { databaseUrl });
  expect([stopping.cuts(), await statesOf('kept')]).toEqual([1, ['created']]);
  stopping.close();
});
