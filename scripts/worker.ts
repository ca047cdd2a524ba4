import { PgBoss } from 'pg-boss';
import { disconnect, pool } from '#lib/db.ts';
import { encryptStored, requireDataKeys } from '#lib/encryption/stored.ts';
import { env } from '#lib/env.ts';
import { performJobs } from '#lib/jobs/perform.ts';
import { type JobData, QUEUES, type QueueName, stopSender } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import { requireDatabase } from './database-url.ts';

/** How often each queue is looked at, in seconds: the least pg-boss allows, so that a receipt comes at once. */
const POLL_SECONDS = 0.5;
/** How many jobs of a queue are done side by side: all queues together need few of the process's connections for it. */
const BATCH = 20;
const EVERY_MINUTE = '* * * * *';

/** Runs the jobs of the service until it is told to stop. Any number of these run beside each other. */
async function work(): Promise<void> {
  const connectionString = env().databaseUrl;
  if (!connectionString) throw new Error('DATABASE_URL is not set: start the service with `npm start`');
  await requireDatabase(connectionString);
  await requireDataKeys(pool(), env().dataKeys);
  // Its role owns no index: migrating rebuilds those that have grown (lib/jobs/queue.ts).
  const boss = new PgBoss({ connectionString, migrate: false, createSchema: false, reindex: false, max: 4 });
  boss.on('error', (error) => log().error({ err: error }, 'job queue'));
  await boss.start();
  for (const queue of Object.keys(QUEUES) as QueueName[]) {
    // A full batch means that more are waiting: the next is fetched at once.
    const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH, burstWhenBatchFull: true };
    await boss.work<JobData>(queue, { ...options, perJobResults: true }, (jobs) => performJobs(queue, jobs));
  }
  await boss.schedule('sweep', EVERY_MINUTE, { id: 'sweep' });
  process.send?.({ ready: true });
  void encryptWhatIsNot();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await boss.stop({ timeout: 10_000 });
    await stopSender();
    await disconnect();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, () => void stop());
}

/** Encrypts what an earlier release, or one without a key, left as it was: by now all servers can read it. */
async function encryptWhatIsNot(): Promise<void> {
  const { dataKeys } = env();
  if (!dataKeys) {
    log().warn('DATA_ENCRYPTION_KEY is not set: bank accounts and generated secrets are kept as they are');
    return;
  }
  try {
    const { values } = await encryptStored(pool(), dataKeys, { anew: false });
    if (values > 0) log().info({ values }, 'encrypted what was kept as it was');
  } catch (error) {
    log().error({ err: error }, 'could not encrypt all that is kept: the next start goes on');
  }
}

work().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
