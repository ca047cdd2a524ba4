import { transaction } from '#lib/db.ts';
import { enqueue, enqueueDaily } from '#lib/jobs/enqueue.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';

/** At night in the Americas. Hour of UTC. */
const DAILY_HOUR = 8;

/** Starts the reconciliation of every gateway account, each in a job of its own: a failing one does not stop the others. */
export async function beginDailyReconciliations(now: Date): Promise<void> {
  await transaction(async (tx) => {
    for (const gateway of gatewayNames()) {
      const { id } = await beginReconciliation(tx, gateway, now);
      await enqueue(tx, 'reconcile_account', { id });
    }
  });
}

/** Schedules the next daily reconciliation. Repeated calls schedule it once. */
export async function scheduleDailyReconciliation(now: Date): Promise<void> {
  await transaction((tx) => enqueueDaily(tx, 'reconcile', DAILY_HOUR, now));
}
