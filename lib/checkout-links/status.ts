import type { LINK_STATUSES } from './contract.ts';

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The approved payment of a link: whole major units, the gateway's own time of success. */
export type ApprovedPayment = { id: string; amount: number; currency: string; succeededAt: Date };

type StatusFacts = {
  expiresAt: Date;
  cancelledAt: Date | null;
  expiredAt: Date | null;
  approved: ApprovedPayment | null;
};

/**
 * The status of a link (spec 3.1): a pure function of the link, its approved payment and now. Past `expires_at` a link
 * with a live attempt must be settled first (`needsSettling`), or a payment made in time would be called expired.
 */
export function linkStatus(link: StatusFacts, now: Date): LinkStatus {
  if (link.approved) return 'completed';
  if (link.cancelledAt) return 'cancelled';
  if (link.expiredAt || isPast(link, now)) return 'expired';
  return 'open';
}

/** Whether nobody can say yet what became of a link: past its expiry, not settled, an attempt live at a gateway. */
export function needsSettling(link: StatusFacts & { hasLiveAttempt: boolean }, now: Date): boolean {
  return link.hasLiveAttempt && !link.approved && !link.cancelledAt && !link.expiredAt && isPast(link, now);
}

function isPast({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return now.getTime() > expiresAt.getTime();
}
