import type { RefusalTable } from '../port/refund-refusals.ts';

/** What Mercado Pago's codes of causes mean for a refund (gateways B3): the only place that says it. */
export const REFUND_REFUSALS: RefusalTable = {
  // The payment is in a state that forbids it, such as charged back, or refunded already.
  2018: 'for_good',
  2063: 'for_good',
  3005: 'for_good',
  // The most refunds of one payment have been made.
  2022: 'for_good',
  // Too old to be refunded.
  2024: 'for_good',
  15016: 'for_good',
  // Payments of this kind or method cannot be refunded, or not in part.
  2025: 'for_good',
  2027: 'for_good',
  3024: 'for_good',
  // Our balance there is too small.
  2030: 'passes',
  2031: 'passes',
};
