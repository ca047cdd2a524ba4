import pg from 'pg';
import { fromPrisma, PgBoss, type QueueOptions } from 'pg-boss';
import { pool, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';

/** A job that has not been done is otherwise thrown away after two weeks. */
const TEN_YEARS = 315_360_000;

/**
 * The queues and how a failing job is tried again, in seconds. What must happen in the end (a refund, a receipt) is tried
 * for weeks; the minute's sweep finds whatever a queue has lost all the same.
 */
export const QUEUES = {
  /** Delivers one mail of the outbox. */
  deliver_email: { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 },
  /** Gives back money that is not its link's. */
  refund_payment: { retryLimit: 2000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Gives back what staff asked to be given back of a payment. */
  perform_refund: { retryLimit: 2000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Settles a link past its expiry that had a live attempt. */
  settle_link: { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 },
  /** Handles a stored gateway event that could not be handled when it arrived. */
  handle_event: { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Reads a pending payment back from its gateway: for as long as it takes, because there may be money in it. */
  check_payment: {
    ...{ retryLimit: 1_000_000, retryDelay: 15, retryBackoff: true, retryDelayMax: 900 },
    retentionSeconds: TEN_YEARS,
  },
  /** Calls off a batch of the live payments of a cause that does not collect. A worker that died is noticed in three minutes. */
  stop_payments: {
    ...{ retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 },
    expireInSeconds: 180,
    // A closing time may lie far ahead.
    retentionSeconds: TEN_YEARS,
  },
  /** Checks, each hour, that the ledger agrees with itself and with what it records. */
  check_ledger: { retryLimit: 0, expireInSeconds: 900 },
  /** Begins, each day, the reconciliation of every gateway account. */
  reconcile: { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 900 },
  /**
   * Compares the books of one gateway account with the ledger: tried for more than a day, until the gateway has made its
   * books and answers. The next day's begins where the last finished one ended.
   */
  reconcile_account: {
    ...{ retryLimit: 60, retryDelay: 30, retryBackoff: true, retryDelayMax: 1800 },
    expireInSeconds: 4 * 3600,
  },
  /** Finds, each minute, what the other queues have lost. */
  sweep: { retryLimit: 0 },
} as const satisfies Record<string, QueueOptions>;

export type QueueName = keyof typeof QUEUES;
/** What a job is about: the id of a row; of one that goes on with a list, the last entry that was done. */
export type JobData = { id: string; after?: string };

const SENDER = Symbol.for('fundraising.jobSender');
type Holder = { [SENDER]?: Promise<PgBoss> };

/** The sender of this process: it only inserts jobs, on our own pool. One that could not start is tried again. */
function sender(): Promise<PgBoss> {
  const holder = globalThis as Holder;
  holder[SENDER] ??= startSender().catch((error: unknown) => {
    delete holder[SENDER];
    throw error;
  });
  return holder[SENDER];
}

/**
 * Starts on a connection of its own: whoever enqueues first holds one of the pool's for a transaction, and with all of
 * them held, each would wait for the sender and the sender for one of them.
 */
async function startSender(): Promise<PgBoss> {
  const starter = new pg.Client({ connectionString: env().databaseUrl });
  // A server that goes away is reported by the statement that fails.
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
    boss.on('error', (error) => log().error({ err: error }, 'job queue'));
    return await boss.start();
  } finally {
    connection = pool();
    await starter.end();
  }
}

/**
 * Puts a job on a queue within a transaction: it is there if and only if the transaction commits. A job about the same
 * row that is still waiting or running is enough; the new one is then left out. A job for later is another one than a job
 * for now, so that a running job can plan its successor.
 */
export async function enqueue(tx: Tx, queue: QueueName, data: JobData, startAfter?: Date): Promise<void> {
  const boss = await sender();
  const about = data.after === undefined ? data.id : `${data.id}>${data.after}`;
  await boss.send(queue, data, {
    db: fromPrisma(tx),
    singletonKey: startAfter ? `${about}@${startAfter.getTime()}` : about,
    ...(startAfter ? { startAfter } : {}),
  });
}

/** Stops the sender of this process. */
export async function stopSender(): Promise<void> {
  const holder = globalThis as Holder;
  const started = holder[SENDER];
  delete holder[SENDER];
  await (await started)?.stop({ graceful: false });
}

/** Creates the queue tables and every queue in a database, as `QUEUES` has it; part of migrating. Safe to repeat and to race. */
export async function installQueues(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 2 });
  // A server that goes away is reported by the call that fails.
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, { ...options, policy: 'exclusive' });
      // One that an earlier release made keeps trying as this release says.
      await boss.updateQueue(name, options);
    }
    // Rebuilds indexes that have grown, at most once a day: who runs the jobs owns none and may not.
    await boss.supervise();
  } finally {
    await boss.stop({ graceful: false });
  }
}
