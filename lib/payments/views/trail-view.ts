/**
 * What can happen to a link; of two things at the same instant, the one named first here came first. `payment_…` and
 * `money_…` are about one attempt at a gateway, `event_…` about what a gateway sent, `mail_…` about mail to the donor.
 */
export const TRAIL_KINDS = [
  'link_minted',
  'operator_acted',
  'donor_saved',
  'payment_started',
  'payment_declined_try',
  'event_received',
  'payment_approved',
  'payment_declined',
  'payment_canceled',
  'payment_failed',
  'money_not_counted',
  'money_given_back',
  'link_cancelled',
  'link_expired',
  'mail_queued',
  'event_handled',
  'mail_sent',
] as const;
export type TrailKind = (typeof TRAIL_KINDS)[number];

/** One entry: when (RFC 3339, UTC), what, the id it concerns, and facts without personal data. */
export type TrailEntry = {
  at: string;
  kind: TrailKind;
  subject: string;
  facts: Record<string, string | number | boolean>;
};
