import { isPayable, type LockedLink } from '#lib/payments/lock-link.ts';
import { isLive } from '#lib/payments/states.ts';
import type { Payment } from '#prisma/generated/client.ts';

/* What starting an attempt decides, without I/O: the product acts on it, and the model explores it. */

type Open = Pick<LockedLink, 'isPaid' | 'cancelledAt' | 'expiredAt' | 'expiresAt'>;
type Row = Pick<Payment, 'rail' | 'state' | 'claimedUntil'>;

type ClaimDecision<T> =
  /** The link has ended, or another browser has taken it over. */
  | { kind: 'ended' }
  /** Another caller is starting this rail's attempt. */
  | { kind: 'wait' }
  | { kind: 'exists'; attempt: T }
  /** Its starter died or got no answer: started again, unchanged. */
  | { kind: 'take_over'; attempt: T }
  | { kind: 'create' };

/** Who starts the one live attempt of a locked link on a rail. */
export function decideClaim<T extends Row>(
  link: Open & { payments: readonly T[] },
  rail: string,
  isSameBrowser: boolean,
  now: Date,
): ClaimDecision<T> {
  // If another browser has taken over since the caller read the link, the attempt would have the other donor's name.
  if (!isPayable(link, now) || !isSameBrowser) return { kind: 'ended' };
  const attempt = link.payments.find((one) => one.rail === rail && isLive(one.state));
  if (!attempt) return { kind: 'create' };
  if (attempt.state === 'pending') return { kind: 'exists', attempt };
  const isClaimed = attempt.claimedUntil && attempt.claimedUntil > now;
  return isClaimed ? { kind: 'wait' } : { kind: 'take_over', attempt };
}

/**
 * What becomes of an attempt that its gateway has started: the donor can pay it; it is no longer wanted and is cancelled
 * there; or another caller's object was stored first, and no donor ever sees this one.
 * @param isWanted whether the cause accepts payments now, and the link is still of the browser that claimed the attempt
 */
export function decideStarted(
  link: Open,
  row: Pick<Payment, 'state' | 'gatewayReference'>,
  reference: string,
  isWanted: boolean,
  now: Date,
): 'live' | 'unwanted' | 'superseded' {
  if (row.gatewayReference !== null && row.gatewayReference !== reference) return 'superseded';
  return isPayable(link, now) && isLive(row.state) && isWanted ? 'live' : 'unwanted';
}
