/**
 * What can happen to a link, and what each follows from (lib/causal-order.ts). `payment_…` and `money_…` are about one attempt
 * at a gateway, `event_…` about what a gateway sent, `mail_…` about mail to the donor.
 */
export const TRAIL_ORDER = {
  link_minted: [],
  operator_acted: ['link_minted'],
  donor_saved: ['link_minted'],
  payment_started: ['link_minted'],
  payment_declined_try: ['payment_started'],
  event_received: ['link_minted'],
  payment_approved: ['payment_started'],
  payment_declined: ['payment_started', 'payment_declined_try'],
  payment_canceled: ['payment_started'],
  payment_failed: ['payment_started'],
  money_not_counted: ['payment_started'],
  money_given_back: ['money_not_counted'],
  link_cancelled: ['link_minted'],
  link_expired: ['link_minted'],
  mail_queued: ['payment_approved', 'money_not_counted', 'money_given_back'],
  event_handled: ['event_received'],
  mail_sent: ['mail_queued'],
} as const;
export type TrailKind = keyof typeof TRAIL_ORDER;

/** One entry: when (RFC 3339, UTC), what, the id it concerns, and facts without personal data. */
export type TrailEntry = {
  at: string;
  kind: TrailKind;
  subject: string;
  facts: Record<string, string | number | boolean>;
};
