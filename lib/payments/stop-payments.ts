import { setTimeout as pause } from 'node:timers/promises';
import { acceptance } from '#lib/causes/states.ts';
import { instantAfter } from '#lib/causes/stop-payments.ts';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import { reviewPayment } from './review.ts';

/** How many payments one job calls off: few enough to be done before the job counts as lost, even where a gateway hangs. */
const BATCH = 100;
/** How many gateways are asked at the same time. */
const SIDE_BY_SIDE = 20;
/** The database's clock wakes us, and ours may be so far behind it, in milliseconds. */
const CLOCKS_DIFFER_MS = 5000;

/**
 * Calls off the live payments of a cause that does not collect (decisions.md 45, 57), a batch of them, and leaves the next
 * batch to another job: a worker that dies loses no more than one batch, which is done again. The cause is looked at anew,
 * so that nothing happens to one that was opened again or whose closing time was moved. A payment that cannot be called
 * off just now is tried again by a job of its own.
 * @param after the last payment of the batch before
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
  for (let start = 0; start < batch.length; start += SIDE_BY_SIDE)
    await Promise.all(batch.slice(start, start + SIDE_BY_SIDE).map(({ id }) => stopPayment(id, instant)));
  const last = batch.at(-1);
  if (last && batch.length === BATCH)
    await transaction((tx) => enqueue(tx, 'stop_payments', { id: causeKey, after: last.id }));
}

/** Now, or the end of the collection where it is at hand: then it is waited for. */
async function instantOf({ closesAt }: { closesAt: Date | null }, now: Date): Promise<Date> {
  if (!closesAt) return now;
  const end = instantAfter(closesAt);
  const remainingMs = end.getTime() - now.getTime();
  if (remainingMs <= 0 || remainingMs > CLOCKS_DIFFER_MS) return now;
  await pause(remainingMs);
  return end;
}

async function stopPayment(id: string, now: Date): Promise<void> {
  try {
    await reviewPayment(id, now);
  } catch (error) {
    log().warn({ err: error, payment: id }, 'a payment could not be called off and will be tried again');
    await transaction((tx) => enqueue(tx, 'check_payment', { id }));
  }
}
