import pg from 'pg';
import { fromPrisma, PgBoss } from 'pg-boss';
import { markDatabaseError } from '#lib/database-outage.ts';
import { pool, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import type { Inserts } from '#lib/row-insert.ts';
import type { JobData, QueueName } from './queues.ts';

const SENDER = Symbol.for('fundraising.jobSender');
type Holder = { [SENDER]?: Promise<PgBoss> };

/** The job sender of this process, on our own pool. After a failed start the next call tries again. */
function sender(): Promise<PgBoss> {
  const holder = globalThis as Holder;
  holder[SENDER] ??= startSender().catch((error: unknown) => {
    delete holder[SENDER];
    throw error;
  });
  return holder[SENDER];
}

/**
 * Starts the sender on a separate connection. The first callers hold pool connections for their transactions: if they held
 * all of them, they would wait for the sender, and the sender for one of them.
 */
async function startSender(): Promise<PgBoss> {
  const starter = new pg.Client({ connectionString: env().databaseUrl });
  // A lost connection is reported by the statement that fails.
  starter.on('error', () => {});
  await starter.connect();
  let connection: pg.Client | pg.Pool = starter;
  try {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => connection.query(text, values) },
      migrate: false,
      createSchema: false,
      supervise: false,
      schedule: false,
    });
    boss.on('error', (error) => log().error({ err: markDatabaseError(error) }, 'job queue'));
    return await boss.start();
  } finally {
    connection = pool();
    await starter.end();
  }
}

/**
 * Enqueues a job within a transaction: the job exists if and only if the transaction commits. While a job about the same
 * row waits or runs, no second one is added. A job for later counts as another one, so that a running job can enqueue its
 * successor.
 * @param startAfter when to run it; at once by default.
 * @param isUrgent it runs before the others of its queue that wait
 */
export async function enqueue(
  tx: Tx,
  queue: QueueName,
  data: JobData,
  startAfter?: Date,
  isUrgent = false,
): Promise<void> {
  const boss = await sender();
  const about = data.after === undefined ? data.id : `${data.id}>${data.after}`;
  await boss.send(queue, data, {
    db: fromPrisma(tx),
    singletonKey: startAfter ? `${about}@${startAfter.getTime()}` : about,
    ...(startAfter ? { startAfter } : {}),
    ...(isUrgent ? { priority: 1 } : {}),
  });
}

/**
 * The insert of a new row's first job, to run at once, as a part of the statement that inserts the row. The statement is
 * pg-boss's own, whose only parameter is the job as JSON.
 */
export async function jobRow(queue: QueueName, data: JobData): Promise<Inserts> {
  const boss = await sender();
  let sent: { text: string; values: unknown[] } | undefined;
  const db = {
    executeSql: async (text: string, values: unknown[] = []) => {
      sent = { text, values };
      return { rows: [{ id: '' }] };
    },
  };
  await boss.send(queue, data, { db, singletonKey: data.id });
  if (sent?.values.length !== 1) throw new Error('Bug: pg-boss inserts a job with another statement');
  const { text, values } = sent;
  return {
    values,
    // Without a row in `from`, the parameter is null and there is no job.
    sql: (first, from) => [text.replace('$1', from ? `(SELECT $${first}::text ${from})` : `$${first}`)],
  };
}

/** Stops the sender of this process. */
export async function stopSender(): Promise<void> {
  const holder = globalThis as Holder;
  const started = holder[SENDER];
  delete holder[SENDER];
  await (await started)?.stop({ graceful: false });
}

const DAY_MS = 86_400_000;

/** Enqueues the next run of a job that runs once a day, at an hour of UTC. Repeated calls enqueue it once. */
export async function enqueueDaily(tx: Tx, queue: QueueName, hour: number, now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + hour * 3_600_000;
  const next = today > now.getTime() ? today : today + DAY_MS;
  await enqueue(tx, queue, { id: 'daily' }, new Date(next));
}
