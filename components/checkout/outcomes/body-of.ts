import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

/**
 * Which text a screen that takes no payment has for the money: nothing was charged, which is not said while a payment is undecided,
 * or where its money is refunded.
 */
export function bodyOf({ waitingFor, refund }: Pick<CheckoutView, 'waitingFor' | 'refund'>) {
  if (waitingFor !== null) return 'bodyStarted';
  return refund ? 'bodyRefund' : 'body';
}
