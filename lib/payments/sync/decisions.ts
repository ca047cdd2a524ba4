import { linkStatus } from '#lib/checkout-links/status.ts';
import type { LockedLink } from '#lib/payments/lock-link.ts';
import { isInProgress, isUndecided, type PaymentState, paymentsOfAttempt } from '#lib/payments/states.ts';
import type { RemoteAttempt } from '#lib/rails/port/payment.ts';
import type { Payment } from '#prisma/generated/client.ts';

/* What syncing and ending attempts decide, without I/O: the product acts on it, and the model explores it. */

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
