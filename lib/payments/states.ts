import type { RemoteAttempt, RemotePayment } from '#lib/rails/port/payment.ts';

/** States of a payment row: an attempt while money may still arrive, then its outcome. */
export const PAYMENT_STATES = [
  'starting',
  'pending',
  'approved',
  'declined',
  'canceled',
  'failed',
  'refund_due',
  'refunded',
  'charged_back',
  // Unmatched funds that could not be refunded and wait for their donor.
  'unclaimed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** States in which a donor can still pay: written before the gateway is called, then known to the gateway. */
export const LIVE_STATES: PaymentState[] = ['starting', 'pending'];

export function isLive(state: string): boolean {
  return (LIVE_STATES as string[]).includes(state);
}

/** States of a refund, updated from its gateway's reports. */
export const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How staff resolved a failed refund. */
export const REFUND_RESOLUTIONS = ['sent_by_hand', 'written_off', 'nothing_sent'] as const;
export type RefundResolution = (typeof REFUND_RESOLUTIONS)[number];

/** The `lastError` of a refund that was not made because less was left than its amount. */
export const REFUND_OUTDATED = 'outdated';

/** Whether a refund failed at its gateway, so that its money is still here. */
export function failedAtGateway({ state, lastError }: { state: string; lastError: string | null }): boolean {
  return state === 'failed' && lastError !== REFUND_OUTDATED;
}

/** Whether a refund failed at its gateway and nobody has resolved it. */
export function isOpenRefund(refund: { state: string; lastError: string | null; resolvedAt: Date | null }): boolean {
  return failedAtGateway(refund) && refund.resolvedAt === null;
}

/** The payments of this attempt: a wallet lists all payments of a link at once, each with its attempt. */
export function paymentsOfAttempt(remote: RemoteAttempt, attemptId: string): RemotePayment[] {
  return remote.money.filter(({ paymentId }) => !paymentId || paymentId === attemptId);
}

/** Whether an attempt can still bring money. */
export function isInProgress({ status }: Pick<RemoteAttempt, 'status'>): boolean {
  return status === 'live' || status === 'processing';
}

/** Whether an attempt has brought no money yet and still can. */
export function isUndecided(remote: RemoteAttempt, attemptId: string): boolean {
  return isInProgress(remote) && paymentsOfAttempt(remote, attemptId).length === 0;
}
