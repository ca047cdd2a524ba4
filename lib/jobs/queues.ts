import { PgBoss, type QueueOptions } from 'pg-boss';

/** In seconds. pg-boss otherwise deletes a job that was not done after two weeks. */
const TEN_YEARS = 315_360_000;

/**
 * After so long without a sign of life from its worker a job is retried, in seconds: the shortest that pg-boss allows. Until
 * then a dead worker holds its jobs, and no job about the same row is enqueued.
 */
const HEARTBEAT_SECONDS = 10;
/** How often a worker gives a sign of life, and how often workers look for jobs without one, in seconds. */
export const HEARTBEAT_EVERY_SECONDS = 3;
export const SUPERVISE_EVERY_SECONDS = 5;

/**
 * The queues, and how each retries a failing job; delays in seconds. Work that must be done eventually, such as a refund or
 * a receipt, is retried for weeks. The sweep finds work whose job was lost.
 */
export const QUEUES = {
  /** Delivers one mail of the outbox. */
  deliver_email: { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 },
  /** Performs a refund, whether staff requested it or the service did. */
  perform_refund: { retryLimit: 2000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Ends the live attempts of a link past its expiry. */
  settle_link: { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 },
  /** Handles a stored gateway event that could not be handled when it arrived. */
  handle_event: { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Syncs a payment with its gateway, for as long as it takes, because money may have been paid. */
  check_payment: {
    retryLimit: 1_000_000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 900,
    retentionSeconds: TEN_YEARS,
  },
  /** Syncs an attempt, for as long as it is live: its event may be lost and its donor gone. */
  watch_attempt: {
    retryLimit: 1_000_000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 900,
    retentionSeconds: TEN_YEARS,
  },
  /** Cancels a batch of the live payments of a cause that no longer collects. */
  stop_payments: {
    retryLimit: 200,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 180,
    // A closing time may be far in the future.
    retentionSeconds: TEN_YEARS,
  },
  /** Makes an approved new contact of a client take effect, a day after the old one was told. */
  change_contact: { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  /** Checks every hour that the ledger balances and agrees with the payments. */
  check_ledger: { retryLimit: 0, expireInSeconds: 900 },
  /** Starts the daily reconciliation of every gateway account. */
  reconcile: { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 900 },
  /**
   * Reconciles one gateway account with the ledger. It is retried for more than a day, until the gateway's report is ready.
   * The next day's reconciliation begins where the last completed one ended.
   */
  reconcile_account: {
    retryLimit: 60,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 1800,
    expireInSeconds: 4 * 3600,
  },
  /** Forgets, once a day, what is kept of people for a time that is over. */
  forget_people: { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 4 * 3600 },
  /** Finds work, every minute, whose job was lost. */
  sweep: { retryLimit: 0 },
} as const satisfies Record<string, QueueOptions>;

export type QueueName = keyof typeof QUEUES;
/** The data of a job: the id of a row, and in a job that continues a list, its last processed entry. */
export type JobData = { id: string; after?: string };

/** Creates the queue tables and all `QUEUES` in a database, as a part of migrating. Can be repeated and run concurrently. */
export async function installQueues(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 2 });
  // A lost connection is reported by the call that fails.
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      const all = { ...options, heartbeatSeconds: HEARTBEAT_SECONDS };
      await boss.createQueue(name, { ...all, policy: 'exclusive' });
      // A queue that exists keeps its options otherwise: an upgrade changes them.
      await boss.updateQueue(name, all);
    }
    // Rebuilds grown indexes, at most once a day. The worker's role may not, because it does not own them.
    await boss.supervise();
  } finally {
    await boss.stop({ graceful: false });
  }
}
