import type { RefundResolution } from '#lib/payments/states.ts';
import type { ActorName, AmountView } from './list-view.ts';
import type { PaymentRow } from './payment-view.ts';
import type { TransferRow } from './transfer-view.ts';

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

/** What of a payment can still be recorded as sent by hand, and the values of the form. */
export type RemainingView = {
  left: AmountView;
  /** The amount of the failed refund, or what is left if that is less; empty for a refund that does not wait for staff. */
  amountText: string;
  /**
   * `open`: the refund waits for staff; `closed`: they have closed it because nothing was sent; `beyond`: only another transfer that
   * has left as well can be recorded.
   */
  why: 'open' | 'closed' | 'beyond';
  seenMinor: string;
};

/** A write-off that waits for a second person. */
export type WaitingWriteOff = {
  id: string;
  amount: AmountView;
  reason: string;
  by: ActorName;
  requestedAt: Date;
  isOwn: boolean;
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
  /** Null while nobody has, if a later refund replaced it, and if it was not recorded. */
  resolution: RefundResolution | null;
  needsAttention: boolean;
  /** These are unmatched funds, which the service refunds. */
  canRetry: boolean;
  /** Nothing has to be sent: it is a donation, it was written off, or nothing is left. */
  canClose: boolean;
  /** Null if nothing can be sent by hand. */
  sendable: RemainingView | null;
  /** What was sent by hand of the payment, latest first. */
  transfers: TransferRow[];
  /** Whether its money can be written off, and if another member of staff has to approve that. */
  writeOff: 'alone' | 'two_people' | null;
  waitingWriteOff: WaitingWriteOff | null;
};
