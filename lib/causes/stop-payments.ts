import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { acceptance } from './states.ts';

/**
 * Plans that the live payments of a cause are called off at their gateways once it does not collect (decisions.md 45, 57):
 * now, or when its closing time passes. One job, whatever the number of payments, within the transaction that changed the
 * cause; money that arrives all the same completes its link.
 */
export async function stopUnwantedPayments(tx: Tx, cause: Cause, now: Date): Promise<void> {
  const job = { id: cause.key };
  if (acceptance(cause, now) !== 'accepting') await enqueue(tx, 'stop_payments', job);
  else if (cause.closesAt) await enqueue(tx, 'stop_payments', job, instantAfter(cause.closesAt));
}

/** The first instant at which a closing time has passed. */
export function instantAfter(closesAt: Date): Date {
  return new Date(closesAt.getTime() + 1);
}
