import { transaction } from '#lib/db.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import { enqueue } from './queue.ts';

/** In the night of the Americas, in UTC. */
const DAILY_HOUR = 8;
const DAY_MS = 86_400_000;

/** Begins the reconciliation of every gateway account, each a job of its own: one that fails does not stop the others. */
export async function beginReconciliations(now: Date): Promise<void> {
  await transaction(async (tx) => {
    for (const gateway of gatewayNames()) {
      const { id } = await beginReconciliation(tx, gateway, now);
      await enqueue(tx, 'reconcile_account', { id });
    }
  });
}

/** Plans the next day's reconciliation, once however often it is planned. */
export async function planReconciliation(now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAILY_HOUR * 3_600_000;
  const next = new Date(today > now.getTime() ? today : today + DAY_MS);
  await transaction((tx) => enqueue(tx, 'reconcile', { id: 'daily' }, next));
}
