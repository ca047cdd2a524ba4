import { log } from '#lib/log.ts';
import type { RemoteCosts, RemotePayment } from '#lib/rails/port/payment.ts';
import type { Payment } from '#prisma/generated/client.ts';

/*
 * A part of a payment that its gateway was asked for in vain changes nothing that is known. The payment keeps its code as
 * `lastError` until an answer is complete, is asked again with its costs (sync/post-to-ledger.ts), and every reconciliation
 * names it.
 */

/** How the `lastError` of a payment begins that its gateway did not tell everything of. */
export const UNREAD_PREFIX = 'unread ';

/** The `lastError` of a payment after a report; unchanged by a complete one, unless it was about the parts themselves. */
export function unreadCode({ unread = [] }: RemotePayment, before: string | null): string | null {
  if (unread.length > 0) return UNREAD_PREFIX + unread.map(({ part, code }) => `${part}: ${code}`).join(', ');
  return before?.startsWith(UNREAD_PREFIX) ? null : before;
}

/** Logs a problem once for each payment, not whenever the gateway is asked. Call it under the link's lock. */
export function logUnread(
  { id: payment, gateway, lastError: before }: Pick<Payment, 'id' | 'gateway' | 'lastError'>,
  { unread = [] }: RemotePayment,
  lastError: string | null,
): void {
  if (unread.length > 0 && lastError !== before)
    log().warn({ payment, gateway, unread }, 'a gateway did not tell everything about a payment');
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
  const isUndecided =
    unread.length > 0 ||
    refundedMinor === null ||
    refunds === null ||
    refunds.some(({ status }) => status === 'pending') ||
    (disputes ?? [impliedDispute]).some((dispute) => dispute?.status === 'open');
  return isUndecided ? { ...costs, complete: false } : costs;
}
