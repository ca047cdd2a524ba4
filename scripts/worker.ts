import { PgBoss } from 'pg-boss';
import { markDatabaseError } from '#lib/database-outage.ts';
import { disconnect, pool } from '#lib/db.ts';
import { encryptStored, requireDataKeys } from '#lib/encryption/stored.ts';
import { env } from '#lib/env.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import {
  HEARTBEAT_EVERY_SECONDS,
  type JobData,
  QUEUES,
  type QueueName,
  SUPERVISE_EVERY_SECONDS,
} from '#lib/jobs/queues.ts';
import { log, logConsole } from '#lib/log.ts';
import { answerMetrics } from '#lib/metrics.ts';
import { performJobs } from '#lib/worker/perform.ts';
import { watchState } from '#lib/worker/watch-state.ts';
import { requireDatabase } from './database-url.ts';

/**
 * Polling interval of the queues that somebody waits for, in seconds: the shortest that pg-boss allows, so that a receipt is
 * sent at once. And of those that repair, compare or count: each poll is a statement, also where nothing is to be done.
 */
const POLL_SECONDS = 0.5;
const QUIET_POLL_SECONDS = 2;
const QUIET: ReadonlySet<QueueName> = new Set([
  ...(['handle_event', 'check_ledger', 'reconcile', 'reconcile_account', 'sweep'] as const),
]);
/** Jobs of a queue that run concurrently: the next are fetched once all of them have ended. */
const BATCH = 20;
/** Such batches at a time: a mail server that is slow with one mail holds back no other. */
const BATCHES: Partial<Record<QueueName, number>> = { deliver_email: 2 };
const EVERY_MINUTE = '* * * * *';

/** Runs the jobs of the service until a signal. Any number of workers can run at once. */
async function work(): Promise<void> {
  const connectionString = env().databaseUrl;
  if (!connectionString) throw new Error('DATABASE_URL is not set: start the service with `npm start`');
  if (!env().development) logConsole();
  await requireDatabase(connectionString);
  await requireDataKeys(pool(), env().dataKeys);
  // Its role owns no index: migrating rebuilds those that have grown (lib/jobs/queues.ts).
  const boss = new PgBoss({
    connectionString,
    migrate: false,
    createSchema: false,
    reindex: false,
    max: 4,
    // A dead worker's jobs are free again within half a minute.
    superviseIntervalSeconds: SUPERVISE_EVERY_SECONDS,
    monitorIntervalSeconds: SUPERVISE_EVERY_SECONDS,
  });
  boss.on('error', (error) => log().error({ err: markDatabaseError(error) }, 'job queue'));
  await boss.start();
  for (const queue of Object.keys(QUEUES) as QueueName[]) {
    // A full batch means that more are waiting: the next is fetched at once.
    const options = {
      pollingIntervalSeconds: QUIET.has(queue) ? QUIET_POLL_SECONDS : POLL_SECONDS,
      batchSize: BATCH,
      localConcurrency: BATCHES[queue] ?? 1,
      burstWhenBatchFull: true,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
    };
    await boss.work<JobData>(queue, { ...options, perJobResults: true }, (jobs) => performJobs(queue, jobs));
  }
  // What sends them is only loaded where they are sent.
  const { traces } = env();
  const stopTraces = traces && (await import('#lib/trace-export.ts')).exportTraces(traces, 'worker');
  await boss.schedule('sweep', EVERY_MINUTE, { id: 'sweep' });
  watchState();
  answerMetrics();
  process.send?.({ ready: true });
  void encryptPlainValues();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await boss.stop({ timeout: 10_000 });
    await stopSender();
    await disconnect();
    await stopTraces?.();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, () => void stop());
}

/** Encrypts values that were stored before DATA_ENCRYPTION_KEY was set. Workers restart last: by now all servers have it. */
async function encryptPlainValues(): Promise<void> {
  const { dataKeys } = env();
  if (!dataKeys) {
    log().warn('DATA_ENCRYPTION_KEY is not set: bank accounts and generated secrets are stored unencrypted');
    return;
  }
  try {
    const { values } = await encryptStored(pool(), dataKeys, { anew: false });
    if (values > 0) log().info({ values }, 'encrypted values that were stored unencrypted');
  } catch (error) {
    log().error({ err: error }, 'could not encrypt all stored values: the next start tries again');
  }
}

work().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
