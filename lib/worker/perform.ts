import type { JobData, QueueName } from '#lib/jobs/queues.ts';
import { log } from '#lib/log.ts';
import { countJob } from '#lib/metrics.ts';
import { RefundPending } from '#lib/payments/refunds/perform-refund.ts';
import { ReportPending } from '#lib/reconciliation/perform.ts';
import { errorType, traceWork } from '#lib/trace.ts';
import { HANDLERS } from './handlers.ts';

/** A job as the queue hands it out, and its result. */
type Fetched = { id: string; data: JobData };
type Outcome = { id: string; status: 'completed' | 'failed'; output?: object };

/**
 * Performs a batch of jobs concurrently, because most of a job is waiting for a gateway or a mail server. Each succeeds or
 * fails on its own. A failed job is retried as its queue says.
 */
export function performJobs(queue: QueueName, jobs: Fetched[]): Promise<Outcome[]> {
  return Promise.all(jobs.map((job) => perform(queue, job)));
}

function perform(queue: QueueName, { id, data }: Fetched): Promise<Outcome> {
  return traceWork(undefined, async (finish): Promise<Outcome> => {
    const done = (failure?: string) =>
      finish?.(() => ({
        name: `process ${queue}`,
        kind: 'consumer',
        attributes: { 'messaging.system': 'pg-boss', 'messaging.destination.name': queue },
        errorType: failure,
      }));
    try {
      await HANDLERS[queue](data.id, data.after);
      countJob(queue, 'completed');
      done();
      return { id, status: 'completed' };
    } catch (error) {
      const waits = error instanceof RefundPending || error instanceof ReportPending;
      countJob(queue, waits ? 'waiting' : 'failed');
      if (!waits) log().warn({ err: error, queue, id: data.id }, 'a job failed and will be tried again');
      done(errorType(error));
      return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
    }
  });
}
