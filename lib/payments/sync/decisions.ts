import { isPastExpiry, linkStatus } from '#lib/checkout-links/status.ts';
import type { LockedLink } from '#lib/payments/lock-link.ts';
import { isInProgress, isUndecided, type PaymentState, paymentsOfAttempt } from '#lib/payments/states.ts';
import type { RemoteAttempt, RemoteCosts, RemotePayment } from '#lib/rails/port/payment.ts';
import type { Payment } from '#prisma/generated/client.ts';

/* What syncing and ending attempts decide, without I/O: the product acts on it, and the model explores it. */

/** Why funds are unmatched (ruling 42): received after the link ended, a second time, or not as asked for. */
export const REFUND_REASONS = ['late', 'duplicate', 'mismatch'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

type Case = {
  money: Pick<RemotePayment, 'linkId' | 'amountMajor' | 'currency' | 'succeededAt'>;
  attempt: { amount: bigint; currency: string; wasLive: boolean; refundReason: string | null };
  link: { id: string; expiresAt: Date; cancelledAt: Date | null; expiredAt: Date | null; isPaid: boolean };
  now: Date;
};

/**
 * Whether received money completes its link. Called under the link's row lock. A link that was reported as ended stays
 * ended: past its expiry only an attempt that was still live, and so kept the end open, can complete it (ruling 41). An attempt
 * that got other money is stored with the amount of that: no further money on it is as asked for.
 */
export function classifyPayment({ money, attempt, link, now }: Case): 'approved' | RefundReason {
  if (money.linkId !== link.id || money.currency !== attempt.currency || money.amountMajor !== Number(attempt.amount))
    return 'mismatch';
  if (attempt.refundReason === 'mismatch') return 'mismatch';
  if (link.isPaid) return 'duplicate';
  if (link.cancelledAt || link.expiredAt || isPastExpiry(link, money.succeededAt)) return 'late';
  if (isPastExpiry(link, now) && !attempt.wasLive) return 'late';
  return 'approved';
}

/**
 * Whether an attempt that is being ended is cancelled at its gateway: not if money has come or the gateway has ended it.
 * @param keepProcessing keeps a payment that the donor has made and the gateway is still deciding
 */
export function mustCancelAtGateway(found: RemoteAttempt, attemptId: string, keepProcessing: boolean): boolean {
  const isKept = keepProcessing && found.status === 'processing';
  return isUndecided(found, attemptId) && !isKept;
}

/** The final state of a live attempt that its gateway has ended without money; undefined while it has not. */
export function finalState(remote: RemoteAttempt, attemptId: string): PaymentState | undefined {
  if (isInProgress(remote) || paymentsOfAttempt(remote, attemptId).length > 0) return undefined;
  return remote.status === 'declined' ? 'declined' : 'canceled';
}

type Ending = Pick<LockedLink, 'isPaid' | 'cancelledAt' | 'expiredAt'> & {
  payments: readonly Pick<Payment, 'id' | 'state'>[];
};

/**
 * What becomes of a locked link that is being ended: it has ended before, its end is stored now, or another attempt has
 * become live since the caller read those in `seen`, which must be ended first.
 */
export function decideEnd(link: Ending, seen: ReadonlySet<string>): 'ended' | 'store' | 'again' {
  if (link.isPaid || link.cancelledAt || link.expiredAt) return 'ended';
  const isNew = link.payments.some(({ id, state }) => state === 'pending' && !seen.has(id));
  return isNew ? 'again' : 'store';
}

/** Whether an attempt of a link should no longer be paid (ruling 45). `collects`: whether its cause accepts payments now. */
export function isUnwanted(link: Parameters<typeof linkStatus>[0], collects: boolean): boolean {
  return linkStatus(link) !== 'open' || !collects;
}

/*
 * A part of a payment that its gateway did not answer about (`unread`) stays as it is known. The payment stores the code of that
 * failure as its `lastError` until an answer is complete. It is retrieved again with its costs (sync/post-to-ledger.ts), and every
 * reconciliation names it.
 */

/** How the `lastError` of a payment begins that its gateway did not tell everything of. */
export const UNREAD_PREFIX = 'unread ';

/** The `lastError` of a payment after a report; unchanged by a complete one, unless it was about the parts themselves. */
export function unreadCode({ unread = [] }: RemotePayment, before: string | null): string | null {
  if (unread.length > 0) return UNREAD_PREFIX + unread.map(({ part, code }) => `${part}: ${code}`).join(', ');
  return before?.startsWith(UNREAD_PREFIX) ? null : before;
}

/**
 * The costs of a payment; they are not complete, and so asked for again, while any part of it is unknown, or a refund or a
 * dispute has not ended: the event of its end may be lost.
 */
export function withCompleteness({
  costs,
  unread = [],
  refundedMinor,
  refunds,
  disputes,
  impliedDispute,
}: RemotePayment): RemoteCosts {
  const isIncomplete =
    unread.length > 0 ||
    refundedMinor === null ||
    refunds === null ||
    refunds.some(({ status }) => status === 'pending') ||
    (disputes ?? [impliedDispute]).some((dispute) => dispute?.status === 'open');
  return isIncomplete ? { ...costs, complete: false } : costs;
}
