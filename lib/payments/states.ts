/** States of a payment row: an attempt while money may still come, then what became of it. */
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
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** While in these a donor may still pay: written before the gateway is called, then known to the gateway. */
export const LIVE_STATES: PaymentState[] = ['starting', 'pending'];

export function isLive(state: string): boolean {
  return (LIVE_STATES as string[]).includes(state);
}

/** States of a refund, which is followed by what its gateway says of it. */
export const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
