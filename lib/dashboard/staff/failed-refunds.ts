import { db } from '#lib/db.ts';
import { REFUND_OUTDATED } from '#lib/payments/states.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Query } from '../dashboard-page.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import type { FailedRefund, FailedRefundRow } from './failed-refund-view.ts';
import { withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byAmount, byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';
import { paymentRow, SHOWN_PAYMENT } from './payments.ts';

const SHOWN = {
  payment: { include: { ...SHOWN_PAYMENT, refunds: { where: { state: 'pending' }, select: { id: true } } } },
} as const;
type Found = Prisma.RefundGetPayload<{ include: typeof SHOWN }>;

/** Refunds that failed at a gateway and that nobody has resolved. */
export const UNRESOLVED = {
  ...{ state: 'failed', resolvedAt: null },
  OR: [{ lastError: null }, { lastError: { not: REFUND_OUTDATED } }],
} satisfies Prisma.RefundWhereInput;

/** Failed refunds to resolve, oldest first. Before the others come those whose donor has been notified of the refund. */
export function failedRefundList(query: Query): StaffList<Found, FailedRefundRow> {
  return {
    where: { AND: [UNRESOLVED, withinDays(query, 'settledAt')] },
    orders: {
      urgent: [
        ...byTime('settledAt', 'id', { returnedAt: { not: null } }).oldest,
        ...byTime('settledAt', 'id', { returnedAt: null }).oldest,
      ],
      ...byTime('settledAt'),
      ...byAmount('amountMinor', null),
    },
    find: (where, paging) => db().refund.findMany({ where, ...paging, include: SHOWN }),
    count: (where, paging) => db().refund.count({ where, ...paging }),
    present: (refunds) => refunds.map(rowOf),
  };
}

/** A page of that list. */
export function listFailedRefunds(query: Query): Promise<Listed<FailedRefundRow>> {
  return listPage(failedRefundList(query), query);
}

/** A failed refund; null if there is none. */
export async function findFailedRefund(id: string): Promise<FailedRefund | null> {
  const refund = await db().refund.findFirst({ where: { id, state: 'failed' }, include: SHOWN });
  if (!refund) return null;
  const { requestedBy, resolvedBy, resolvedAt, gatewayRefundId, reason, lastError, payment } = refund;
  const nameOf = await actorNames([requestedBy, resolvedBy]);
  return {
    ...rowOf(refund),
    ...{ gatewayRefundId, resolvedAt },
    reason: requestedBy === null ? null : reason,
    needsAttention: resolvedAt === null && lastError !== REFUND_OUTDATED && payment.refunds.length === 0,
    canRetry: payment.state === 'refund_due' && payment.disputedMinor === 0n,
    donor: { name: payment.donorName, email: payment.donorEmail },
    by: requestedBy === null ? null : nameOf(requestedBy),
    resolvedBy: resolvedBy === null ? null : nameOf(resolvedBy),
  };
}

function rowOf(refund: Found): FailedRefundRow {
  const { id, amountMinor, settledAt, createdAt, returnedAt, lastError, payment } = refund;
  return {
    ...{ id, returnedAt, lastError },
    failedAt: settledAt ?? createdAt,
    amount: fromMinor(amountMinor, payment.currency, payment.link.cause.country),
    payment: paymentRow(payment),
    isInProgress: payment.refunds.length > 0,
  };
}
