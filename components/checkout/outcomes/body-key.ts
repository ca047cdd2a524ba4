import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

/**
 * The key of the text about the money, on a screen that takes no payment: that nothing was charged, unless a payment is undecided
 * (`bodyStarted`) or is refunded (`bodyRefund`).
 */
export function bodyKey({
  waitingFor,
  confirming,
  refund,
}: Pick<CheckoutView, 'waitingFor' | 'confirming' | 'refund'>) {
  if (waitingFor !== null || confirming) return 'bodyStarted';
  return refund ? 'bodyRefund' : 'body';
}
