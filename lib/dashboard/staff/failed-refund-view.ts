import type { ActorName, AmountView } from './list-view.ts';
import type { PaymentRow } from './payment-view.ts';

/** A failed refund that nobody has resolved. */
export type FailedRefundRow = {
  id: string;
  amount: AmountView;
  payment: PaymentRow;
  failedAt: Date;
  returnedAt: Date | null;
  lastError: string | null;
  /** Another refund of the same payment has not ended. */
  isInProgress: boolean;
};

/** A failed refund with the facts that staff need to resolve it. */
export type FailedRefund = FailedRefundRow & {
  gatewayRefundId: string | null;
  reason: string | null;
  /** The requester; null if the service refunded unmatched funds. */
  by: ActorName | null;
  donor: { name: string | null; email: string | null };
  resolvedAt: Date | null;
  /** Null if a later refund replaced it. */
  resolvedBy: ActorName | null;
  needsAttention: boolean;
  /** These are unmatched funds, which the service refunds. */
  canRetry: boolean;
};
