import { CAUSE_STATES, STATE_RULES } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import type { Overview } from './page-view.ts';

/** Counts what staff look after. */
export async function countEverything(): Promise<Overview> {
  const [clients, causes, collecting, payments, refunds, events] = await Promise.all([
    db().client.count(),
    db().cause.count(),
    db().cause.count({
      where: { state: { in: CAUSE_STATES.filter((state) => STATE_RULES[state].collects) } },
    }),
    db().payment.count({ where: { state: 'approved' } }),
    db().payment.count({ where: { state: 'refund_due' } }),
    db().gatewayEvent.count({ where: { handledAt: null } }),
  ]);
  return { clients, causes, collecting, payments, refunds, events };
}
