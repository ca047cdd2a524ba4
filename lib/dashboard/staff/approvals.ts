import { AWAITING_APPROVAL } from '#lib/clients/key-approval.ts';
import { TERMS_AWAITING_APPROVAL, termsBetween } from '#lib/clients/terms.ts';
import { db } from '#lib/db.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import { keyRow } from './clients.ts';
import { MOST_WAITING } from './list.ts';

/** Refunds or write-offs that wait for approval. */
export const UNDECIDED = { decidedAt: null } satisfies Prisma.RefundApprovalWhereInput & Prisma.WriteOffWhereInput;

/** A refund that waits for approval, and its requester. */
export type RefundApprovalRow = Awaited<ReturnType<typeof listRefundApprovals>>[number];

/** Refunds that wait for approval, oldest first. */
export async function listRefundApprovals() {
  const waiting = await db().refundApproval.findMany({
    where: UNDECIDED,
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: MOST_WAITING + 1,
    include: {
      payment: { select: { currency: true } },
    },
  });
  const nameOf = await actorNames(waiting.map(({ requestedBy }) => requestedBy));
  return waiting.map(({ id, paymentId, amountMinor, reason, requestedAt, requestedBy, payment }) => ({
    id,
    paymentId,
    reason,
    requestedAt,
    amount: fromMinor(amountMinor, payment.currency),
    by: nameOf(requestedBy),
  }));
}

/** A write-off that waits for approval, its requester, and a failed refund of its payment. */
export type WriteOffRow = Awaited<ReturnType<typeof listWriteOffs>>[number];

/** Write-offs that wait for approval, oldest first. */
export async function listWriteOffs() {
  const failed = { where: { state: 'failed' }, orderBy: { createdAt: 'desc' }, take: 1 } as const;
  const waiting = await db().writeOff.findMany({
    where: UNDECIDED,
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: MOST_WAITING + 1,
    include: {
      payment: {
        select: {
          currency: true,
          refunds: { ...failed, select: { id: true } },
        },
      },
    },
  });
  const nameOf = await actorNames(waiting.map(({ requestedBy }) => requestedBy));
  return waiting.map(({ id, amountMinor, reason, requestedAt, requestedBy, payment }) => ({
    id,
    reason,
    requestedAt,
    refundId: payment.refunds[0]?.id ?? '',
    amount: fromMinor(amountMinor, payment.currency),
    by: nameOf(requestedBy),
  }));
}

/** A key that waits for approval, and its creator. */
export type KeyApprovalRow = Awaited<ReturnType<typeof listKeyApprovals>>[number];

/** Keys that wait for approval, oldest first. */
export async function listKeyApprovals(now: Date) {
  const waiting = await db().apiKey.findMany({
    where: AWAITING_APPROVAL,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_WAITING + 1,
    include: { client: true },
  });
  const nameOf = await actorNames(waiting.map(({ createdBy }) => createdBy));
  return waiting.map((key) => ({
    ...keyRow(key, now),
    by: key.createdBy === null ? null : nameOf(key.createdBy),
  }));
}

/** A change of a client's terms that waits for approval, and its requester. */
export type TermsApprovalRow = Awaited<ReturnType<typeof listTermsApprovals>>[number];

/** Changes of terms of clients that wait for approval, oldest first. */
export async function listTermsApprovals() {
  const waiting = await db().termsChange.findMany({
    where: TERMS_AWAITING_APPROVAL,
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: MOST_WAITING + 1,
    include: { client: { select: { name: true } } },
  });
  const nameOf = await actorNames(waiting.map(({ requestedBy }) => requestedBy));
  return waiting.map((change) => ({
    id: change.id,
    clientId: change.clientId,
    clientName: change.client.name,
    by: nameOf(change.requestedBy),
    requestedAt: change.requestedAt,
    ...termsBetween(change),
  }));
}
