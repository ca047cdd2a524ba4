import { setTimeout as pause } from 'node:timers/promises';
import { acceptance } from '#lib/causes/states.ts';
import { firstInstantAfter } from '#lib/causes/stop-payments.ts';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { log } from '#lib/log.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';

/** How many payments one job cancels: few enough to finish before the job times out, even if a gateway hangs. */
const BATCH = 100;
/** How many payments are cancelled at the same time. */
const CONCURRENCY = 20;
/** How far our clock can be behind the database's, whose clock started this job, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 5000;

/**
 * Cancels a batch of the live payments of a cause that does not collect (rulings 45, 57), and enqueues a job for the next
 * batch: a dying worker loses one batch at most, which is repeated. The cause is read again, so that nothing is cancelled
 * if it was reopened or its closing time was moved. A payment that cannot be cancelled now is retried by another job.
 * @param after the last payment id of the previous batch
 */
export async function stopPayments(causeKey: string, now: Date, after = ''): Promise<void> {
  const cause = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const instant = await instantOf(cause, now);
  if (acceptance(cause, instant) === 'accepting') return;
  const batch = await db().payment.findMany({
    where: { causeKey, state: 'pending', id: { gt: after } },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  for (let start = 0; start < batch.length; start += CONCURRENCY)
    await Promise.all(batch.slice(start, start + CONCURRENCY).map(({ id }) => stopPayment(id, instant)));
  const last = batch.at(-1);
  if (last && batch.length === BATCH)
    await transaction((tx) => enqueue(tx, 'stop_payments', { id: causeKey, after: last.id }));
}

/** Now; or the end of the collection, after waiting for it, if only clock skew separates us from it. */
async function instantOf({ closesAt }: { closesAt: Date | null }, now: Date): Promise<Date> {
  if (!closesAt) return now;
  const end = firstInstantAfter(closesAt);
  const remainingMs = end.getTime() - now.getTime();
  if (remainingMs <= 0 || remainingMs > MAX_CLOCK_SKEW_MS) return now;
  await pause(remainingMs);
  return end;
}

async function stopPayment(id: string, now: Date): Promise<void> {
  try {
    await syncPayment(id, now);
  } catch (error) {
    log().warn({ err: error, payment: id }, 'a payment could not be cancelled and will be retried');
    await transaction((tx) => enqueue(tx, 'check_payment', { id }));
  }
}
