import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { noteSeenTo, retryRefund, type SeeToRefusal } from '#lib/payments/see-to-refunds.ts';
import { dashboardAction, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';

const QUEUE = '/dashboard/staff/refunds';

const WHY_NOT: Record<SeeToRefusal, FaultCode> = {
  seen_to: 'refundSeenTo',
  under_way: 'refundUnderWay',
  not_due: 'refundNotDue',
};

async function findRefund(tx: Tx, { id }: Record<string, unknown>) {
  return typeof id === 'string'
    ? tx.refund.findUnique({ where: { id }, select: { id: true, paymentId: true } })
    : null;
}

/** Gives back money that does not count once more, after its refunds have failed. */
export const retryRefundAction = dashboardAction({
  name: 'refund.retry',
  input: z.object({}),
  find: findRefund,
  act: async (tx, { resource: { id, paymentId }, now }) => {
    const why = await retryRefund(tx, id, now);
    if (why) refuse(WHY_NOT[why]);
    return {
      ...{ to: QUEUE, notice: 'refundRetried' },
      audit: { subject: paymentId, data: { refund: id } },
    };
  },
});

/** Notes that somebody has seen to a refund that failed; how, stands in the audit log. */
export const seeToRefundAction = dashboardAction({
  name: 'refund.see_to',
  input: z.object({ note: z.string().trim().min(1).max(500) }),
  find: findRefund,
  act: async (tx, { actor, input: { note }, resource: { id, paymentId }, now }) => {
    const why = await noteSeenTo(tx, id, actor.id, now);
    if (why) refuse(WHY_NOT[why]);
    return {
      ...{ to: QUEUE, notice: 'refundSeenTo' },
      audit: { subject: paymentId, data: { refund: id, note } },
    };
  },
});
