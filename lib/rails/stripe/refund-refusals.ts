import type { RefusalTable } from '../port/refund-refusals.ts';

/** What Stripe's codes mean for a refund (gateways A2c): the only place that says it. */
export const REFUND_REFUSALS: RefusalTable = {
  // The donor's bank has or had the money: Stripe never refunds such a charge.
  charge_disputed: 'for_good',
  refund_disputed_payment: 'for_good',
  charge_already_refunded: 'for_good',
  // Our balance there is too small, which is repeated under the same key.
  balance_insufficient: 'passes',
  insufficient_funds: 'passes',
};
