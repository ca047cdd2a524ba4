import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { acceptance } from './states.ts';

/**
 * Enqueues the job that cancels the live payments of a cause once it no longer collects (rulings 45, 57): now, or when its
 * closing time passes. One job covers all payments, in the transaction that changed the cause. Money that still arrives
 * completes its link.
 */
export async function enqueueStopPayments(tx: Tx, cause: Cause, now: Date): Promise<void> {
  const job = { id: cause.key };
  if (acceptance(cause, now) !== 'accepting') await enqueue(tx, 'stop_payments', job);
  else if (cause.closesAt) await enqueue(tx, 'stop_payments', job, firstInstantAfter(cause.closesAt));
}

/** The first instant at which a closing time has passed. */
export function firstInstantAfter(closesAt: Date): Date {
  return new Date(closesAt.getTime() + 1);
}
