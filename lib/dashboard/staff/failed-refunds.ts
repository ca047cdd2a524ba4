import { db } from '#lib/db.ts';
import { type Cursor, newerThan } from '#lib/keyset.ts';
import { OUTDATED } from '#lib/payments/perform-refund.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { FailedRefund, FailedRefundRow, Listed } from '../staff-view.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import { listParts, type Part } from './parts.ts';
import { paymentRow, SHOWN_PAYMENT } from './payments.ts';

const PAGE_SIZE = 50;

const SHOWN = {
  payment: { include: { ...SHOWN_PAYMENT, refunds: { where: { state: 'pending' }, select: { id: true } } } },
} as const;
type Found = Prisma.RefundGetPayload<{ include: typeof SHOWN }>;

/** Refunds that failed at a gateway and that nobody has seen to. */
export const UNRESOLVED = {
  ...{ state: 'failed', resolvedAt: null },
  OR: [{ lastError: null }, { lastError: { not: OUTDATED } }],
} satisfies Prisma.RefundWhereInput;

/** The oldest first. */
function part(told: Prisma.RefundWhereInput): Part<Found> {
  return {
    find: (after, take) =>
      db().refund.findMany({
        where: { ...UNRESOLVED, ...told, ...newerThan(after, 'settledAt', 'id') },
        orderBy: [{ settledAt: 'asc' }, { id: 'asc' }],
        ...{ take, include: SHOWN },
      }),
    cursorOf: ({ settledAt, createdAt, id }) => ({ at: settledAt ?? createdAt, id }),
  };
}

/** What staff must see to: first what a donor had been told was given back. */
export async function listFailedRefunds(after: Cursor | undefined): Promise<Listed<FailedRefundRow>> {
  const page = await listParts(
    [part({ returnedAt: { not: null } }), part({ returnedAt: null })],
    after,
    PAGE_SIZE,
  );
  return { rows: page.rows.map(rowOf), after: page.after };
}

/** One refund that failed; null where there is none. */
export async function findFailedRefund(id: string): Promise<FailedRefund | null> {
  const refund = await db().refund.findFirst({ where: { id, state: 'failed' }, include: SHOWN });
  if (!refund) return null;
  const { requestedBy, resolvedBy, resolvedAt, gatewayRefundId, reason, lastError, payment } = refund;
  const nameOf = await actorNames([requestedBy, resolvedBy]);
  return {
    ...rowOf(refund),
    ...{ gatewayRefundId, resolvedAt },
    reason: requestedBy === null ? null : reason,
    wantsSomebody: resolvedAt === null && lastError !== OUTDATED && payment.refunds.length === 0,
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
    isUnderWay: payment.refunds.length > 0,
  };
}
