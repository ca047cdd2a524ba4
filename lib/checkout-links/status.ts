import type { LINK_STATUSES } from './contract.ts';

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The approved payment of a link: whole major units, the gateway's own time of success. */
export type ApprovedPayment = { id: string; amount: number; currency: string; succeededAt: Date };

type StatusFacts = {
  cancelledAt: Date | null;
  expiredAt: Date | null;
  approved: ApprovedPayment | null;
};

/**
 * The status of a link (spec 3.1): a pure function of what is stored of it, so that every process tells the same, whatever
 * its clock says. Past `expires_at` the end is to be stored before a status is told (`isOverdue`).
 */
export function linkStatus(link: StatusFacts): LinkStatus {
  if (link.approved) return 'completed';
  if (link.cancelledAt) return 'cancelled';
  if (link.expiredAt) return 'expired';
  return 'open';
}

/** Whether a link is past its expiry and its end is not stored yet. */
export function isOverdue(link: StatusFacts & { expiresAt: Date }, now: Date): boolean {
  return linkStatus(link) === 'open' && now.getTime() > link.expiresAt.getTime();
}
