import { CAUSE_STATES, STATE_RULES } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Overview } from './page-view.ts';
import { countApprovals } from './staff/approvals.ts';
import { TO_ANSWER } from './staff/disputes.ts';
import { UNRESOLVED } from './staff/failed-refunds.ts';

/** Counts what staff look after. */
export async function countEverything(): Promise<Overview> {
  const [clients, causes, collecting, payments, refunds, approvals, failedRefunds, disputes, events] =
    await Promise.all([
      db().client.count(),
      db().cause.count(),
      db().cause.count({
        where: { state: { in: CAUSE_STATES.filter((state) => STATE_RULES[state].collects) } },
      }),
      db().payment.count({ where: { state: 'approved' } }),
      db().payment.count({ where: { state: 'refund_due' } }),
      countApprovals(),
      db().refund.count({ where: UNRESOLVED }),
      db().dispute.count({ where: TO_ANSWER }),
      db().gatewayEvent.count({ where: { handledAt: null } }),
    ]);
  return {
    ...{ clients, causes, collecting, payments, refunds, approvals, failedRefunds, disputes, events },
    isSingleStaff: env().allowSingleStaff,
  };
}
