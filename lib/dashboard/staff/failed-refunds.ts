import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { env } from '#lib/env.ts';
import { leastOf } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { canSendLate, closedUnsent } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { leftMinorOf, OPEN_REFUND } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { failedAtGateway, isOpenRefund, REFUND_OUTDATED, REFUND_RESOLUTIONS } from '#lib/payments/states.ts';
import { donorEmailOf } from '#lib/people/donor.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import type { ManualRefund, Prisma, WriteOff } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor, writeMinor } from './amounts.ts';
import { type ListQuery, withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byAmount, byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';
import { PAYMENT_ROW_INCLUDE, paymentRow } from './payments.ts';

const SHOWN = {
  payment: { include: PAYMENT_ROW_INCLUDE },
} as const;
type Found = Prisma.RefundGetPayload<{ include: typeof SHOWN }>;

/** A failed refund that nobody has resolved. */
export type FailedRefundRow = ReturnType<typeof rowOf>;
/** A failed refund with the facts that staff need to resolve it. */
export type FailedRefund = NonNullable<Awaited<ReturnType<typeof findFailedRefund>>>;

/**
 * Why a transfer can be recorded of a refund. `open`: it waits for staff; `closed`: they have closed it because nothing
 * was sent; `beyond`: only another transfer that has left as well can be recorded.
 */
type WhySendable = 'open' | 'closed' | 'beyond';

/** Refunds that failed at a gateway and wait for staff. */
export const UNRESOLVED = {
  AND: [OPEN_REFUND, { OR: [{ lastError: null }, { lastError: { not: REFUND_OUTDATED } }] }],
} satisfies Prisma.RefundWhereInput;

const SHOWN_ALONE = {
  payment: {
    include: {
      ...PAYMENT_ROW_INCLUDE,
      manualRefunds: { orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }] },
      writeOffs: { where: { decidedAt: null } },
    },
  },
} as const satisfies Prisma.RefundInclude;

/** Failed refunds to resolve, oldest first. Before the others come those whose donor has been notified of the refund. */
export function failedRefundList(query: ListQuery): StaffList<Found, FailedRefundRow> {
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
export function listFailedRefunds(query: ListQuery): Promise<Listed<FailedRefundRow>> {
  return listPage(failedRefundList(query), query);
}

/** A failed refund; null if there is none. */
export async function findFailedRefund(actorId: string, id: string) {
  const refund = await db().refund.findFirst({ where: { id, state: 'failed' }, include: SHOWN_ALONE });
  if (!refund) return null;
  const { requestedBy, resolvedBy, resolvedAt, resolution, gatewayRefundId, reason, payment } = refund;
  const { manualRefunds, writeOffs } = payment;
  const nameOf = await actorNames([requestedBy, resolvedBy, ...manualRefunds.map(({ recordedBy }) => recordedBy)]);
  const isInProgress = payment.refundsPendingMinor > 0n;
  const isOpen = isOpenRefund(refund) && !isInProgress;
  const leftMinor = leftMinorOf(payment);
  const isUnmatched = payment.state === 'refund_due' && leftMinor > 0n;
  const isUnclaimed = payment.state === 'unclaimed' && failedAtGateway(refund);
  const canSend = leftMinor > 0n && (isOpen || (isUnclaimed && !isInProgress));
  const isLate = !canSend && canSendLate(payment, refund);
  const why: WhySendable = isLate ? whyLate(leftMinor, refund) : 'open';
  const writeOff: 'alone' | 'two_people' | null =
    isOpen && isUnmatched && payment.disputedMinor === 0n && writeOffs.length === 0
      ? env().allowSingleStaff
        ? 'alone'
        : 'two_people'
      : null;
  return {
    ...rowOf(refund),
    gatewayRefundId,
    resolvedAt,
    /** Null while nobody has, if a later refund replaced it, and if it was not recorded. */
    resolution: resolution === null ? null : oneOf(REFUND_RESOLUTIONS, resolution),
    reason: requestedBy === null ? null : reason,
    needsAttention: isOpen,
    /** These are unmatched funds, which the service refunds. */
    canRetry: isOpen && payment.state === 'refund_due' && payment.disputedMinor === 0n,
    /** Nothing has to be sent: it is a donation, it was written off, or nothing is left. */
    canClose: isOpen && (payment.state === 'approved' || payment.state === 'unclaimed' || leftMinor === 0n),
    donor: { name: payment.donorName, email: readableEmail(donorEmailOf(payment)) },
    /** The requester; null if the service refunded unmatched funds. */
    by: requestedBy === null ? null : nameOf(requestedBy),
    /** Null if a later refund replaced it. */
    resolvedBy: resolvedBy === null ? null : nameOf(resolvedBy),
    /** What can still be recorded as sent by hand, and the values of the form; null if nothing can. */
    sendable:
      canSend || isLate
        ? {
            left: fromMinor(leftMinor, payment.currency),
            /** What failed, or what is left if that is less; empty for a refund that does not wait for staff. */
            amountText: isLate ? '' : writeMinor(leastOf(refund.amountMinor, leftMinor), payment.currency),
            why,
            seenMinor: String(leftMinor),
          }
        : null,
    /** What was sent by hand of the payment, latest first. */
    transfers: manualRefunds.map((sent) => transferRow(sent, payment.currency, nameOf)),
    /** Whether its money can be written off, and if another member of staff has to approve that. */
    writeOff,
    waitingWriteOff: await waitingWriteOff(actorId, writeOffs, payment.currency),
  };
}

/** Why a transfer can be recorded of a refund that does not wait for staff. */
function whyLate(leftMinor: bigint, refund: Found): WhySendable {
  return leftMinor > 0n && closedUnsent(refund) ? 'closed' : 'beyond';
}

/** A bank transfer to a donor that staff recorded. */
export type TransferRow = ReturnType<typeof transferRow>;

/** A bank transfer to a donor. `sentOn` and `returnedOn` are days such as `2026-11-25`. */
export function transferRow(
  { id, amountMinor, reference, sentOn, recordedBy, recordedAt, returnedOn }: ManualRefund,
  currency: string,
  nameOf: Awaited<ReturnType<typeof actorNames>>,
) {
  return {
    id,
    reference,
    recordedAt,
    by: nameOf(recordedBy),
    sentOn: sentOn.toISOString().slice(0, 10),
    /** When the donor's bank returned it; null if it did not. */
    returnedOn: returnedOn?.toISOString().slice(0, 10) ?? null,
    amount: fromMinor(amountMinor, currency),
  };
}

/** A write-off that waits for a second person. */
export type WaitingWriteOff = NonNullable<Awaited<ReturnType<typeof waitingWriteOff>>>;

/** At most one of a payment waits. */
async function waitingWriteOff(actorId: string, [waiting]: readonly WriteOff[], currency: string) {
  if (!waiting) return null;
  const { id, amountMinor, reason, requestedBy, requestedAt } = waiting;
  return {
    id,
    reason,
    requestedAt,
    amount: fromMinor(amountMinor, currency),
    by: (await actorNames([requestedBy]))(requestedBy),
    isOwn: (await partsOf(db(), 'write_off.approve', actorId, { asked: requestedBy })).has('asked'),
  };
}

function rowOf(refund: Found) {
  const { id, amountMinor, settledAt, createdAt, returnedAt, lastError, payment } = refund;
  return {
    id,
    returnedAt,
    lastError,
    failedAt: settledAt ?? createdAt,
    amount: fromMinor(amountMinor, payment.currency),
    payment: paymentRow(payment),
    /** Another refund of the same payment has not ended. */
    isInProgress: payment.refundsPendingMinor > 0n,
  };
}
