import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

/**
 * Which text a screen that takes no payment has for the money: nothing was charged, which is not said while a payment is undecided,
 * or where its money is refunded.
 */
export function bodyOf({ waitingFor, confirming, refund }: Pick<CheckoutView, 'waitingFor' | 'confirming' | 'refund'>) {
  if (waitingFor !== null || confirming) return 'bodyStarted';
  return refund ? 'bodyRefund' : 'body';
}
