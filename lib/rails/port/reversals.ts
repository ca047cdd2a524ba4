/** A refund as its gateway reports it. */
export type RemoteRefund = {
  /** The gateway's id of the refund. */
  id: string;
  /** The id of our refund in its metadata; null if it has none. */
  refundId: string | null;
  /** In minor units (lib/money.ts). */
  amountMinor: bigint;
  status: RefundStatus;
  /** Whether its money has left our account at the gateway, as it can before it has succeeded. */
  hasLeft: boolean;
  createdAt: Date;
};

/** Whether the money is on its way to the donor, has arrived, or stayed with us or was returned. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** The input to refund a payment, all or a part of it. */
export type RefundInput = {
  /** The id of our refund, sent if the gateway accepts metadata. */
  refundId: string;
  /** In minor units of `currency` (lib/money.ts, ISO 4217). */
  amountMinor: bigint;
  currency: string;
  /** The idempotency key: a new one after a `failed`, because some gateways repeat a stored error for the old key. */
  key: string;
  requestedAt: Date;
  /** The gateway's ids of other refunds of the payment: none of them is this one. */
  otherRefundIds: ReadonlySet<string>;
  /**
   * The gateway's ids of the refunds that there were before this one was first asked for: none of them is this one. Absent if
   * they are not known.
   */
  earlierRefundIds?: ReadonlySet<string>;
  /**
   * Keeps them, for the calls that follow. Present until it has: this refund does not exist yet. A gateway whose refunds contain
   * our id does without it.
   */
  keepEarlier?: (refundIds: readonly string[]) => Promise<void>;
};

/** A dispute as its gateway reports it. */
export type RemoteDispute = {
  /** The gateway's id of the dispute. */
  id: string;
  /** An inquiry moves no money. A chargeback takes its amount until it is won; an inquiry can become one. */
  kind: DisputeKind;
  status: DisputeStatus;
  /** In minor units of its currency (ISO 4217), which is the payment's. */
  amountMinor: bigint;
  currency: string;
  /** The deadline for evidence; null if the gateway requires none. */
  respondBy: Date | null;
  openedAt: Date;
};

export const DISPUTE_KINDS = ['inquiry', 'chargeback'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** `closed`: ended without a decision, such as an inquiry that never became a chargeback. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
