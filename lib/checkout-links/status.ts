import type { ApprovedPayment } from '#lib/hot-queries/find-link.ts';
import type { LINK_STATUSES } from './contract.ts';

export type LinkStatus = (typeof LINK_STATUSES)[number];

type StatusFacts = {
  cancelledAt: Date | null;
  expiredAt: Date | null;
  approved: ApprovedPayment | null;
};

/**
 * The status of a link (specification 3.1): a pure function of stored data, so that every process returns the same,
 * whatever its clock says. Past `expires_at`, store the end before returning a status (`isOverdue`).
 */
export function linkStatus(link: StatusFacts): LinkStatus {
  return link.approved ? 'completed' : unpaidStatus(link);
}

/** The status of a link that has no approved payment. */
export function unpaidStatus(link: Omit<StatusFacts, 'approved'>): Exclude<LinkStatus, 'completed'> {
  if (link.cancelledAt) return 'cancelled';
  if (link.expiredAt) return 'expired';
  return 'open';
}

/** Whether a link is past its expiry and its end is not stored yet. */
export function isOverdue(link: StatusFacts & { expiresAt: Date }, now: Date): boolean {
  return linkStatus(link) === 'open' && isPastExpiry(link, now);
}

/** Whether an instant is past a link's expiry. At exactly its expiry a link can still be paid. */
export function isPastExpiry({ expiresAt }: { expiresAt: Date }, instant: Date): boolean {
  return instant.getTime() > expiresAt.getTime();
}

/** The same as a condition in SQL on `checkout_links AS l`, at the instant of the statement's first parameter. */
export const PAST_EXPIRY_SQL = 'l.expires_at < $1';
