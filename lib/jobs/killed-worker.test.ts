import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { startChild } from '#testing/child-server.ts';
import { until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { enqueue } from './enqueue.ts';

runningService();

const stateOf = async (id: string) => {
  const [job] = await db().$queryRaw<{ state: string; heartbeatSeconds: number | null }[]>`
    SELECT state::text, heartbeat_seconds AS "heartbeatSeconds" FROM pgboss.job WHERE data->>'id' = ${id}`;
  return job;
};

test('a job whose worker died is done by another one soon, and blocks no other until then for long', async () => {
  await transaction((tx) => enqueue(tx, 'check_payment', { id: 'pay_unknown' }));
  // As a worker leaves it that was killed inside the job.
  await db().$executeRaw`
    UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'`;
  expect(await stateOf('pay_unknown')).toEqual({ state: 'active', heartbeatSeconds: 10 });
  const worker = await startChild('scripts/worker.ts');
  await until('it was taken over', async () => (await stateOf('pay_unknown'))?.state !== 'active');
  await worker.kill();
});
