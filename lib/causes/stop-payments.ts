import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { acceptance } from './states.ts';

/**
 * When a cause does not collect, its live payments are to be called off at their gateways (decisions.md 45). The jobs that
 * do so are part of the transaction that changed the cause; money that arrives all the same completes its link.
 */
export async function stopUnwantedPayments(tx: Tx, cause: Cause, now: Date): Promise<void> {
  if (acceptance(cause, now) === 'accepting') return;
  const live = await tx.payment.findMany({
    where: { causeKey: cause.key, state: 'pending' },
    select: { id: true },
  });
  for (const { id } of live) await enqueue(tx, 'check_payment', { id });
}
