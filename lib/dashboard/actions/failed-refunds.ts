import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { markResolved, retryRefund } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { dashboardAction } from '../action.ts';

const QUEUE = '/dashboard/staff/refunds';

async function findRefund(tx: Tx, { id }: Record<string, unknown>) {
  return typeof id === 'string'
    ? tx.refund.findUnique({ where: { id }, select: { id: true, paymentId: true } })
    : null;
}

/** Refunds unmatched funds again, after their refunds have failed. */
export const retryRefundAction = dashboardAction({
  name: 'refund.retry',
  input: z.object({}),
  find: findRefund,
  act: async (tx, { resource: { id, paymentId }, now }) => {
    await retryRefund(tx, id, now);
    return {
      ...{ to: QUEUE, notice: 'refundRetried' },
      audit: { subject: paymentId, data: { refund: id } },
    };
  },
});

/** Marks a failed refund as resolved; the audit log says how. */
export const resolveRefundAction = dashboardAction({
  name: 'refund.see_to',
  input: z.object({ note: z.string().trim().min(1).max(500) }),
  find: findRefund,
  act: async (tx, { actor, input: { note }, resource: { id, paymentId }, now }) => {
    await markResolved(tx, id, actor.id, now);
    return {
      ...{ to: QUEUE, notice: 'refundSeenTo' },
      audit: {
        subject: paymentId,
        data: { refund: id, before: { resolvedAt: null }, after: { resolvedAt: now }, note },
      },
    };
  },
});
