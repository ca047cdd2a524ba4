import type { PaidWith } from '#lib/i18n/write-paid-with.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { PaymentState, RefundResolution, RefundState } from '#lib/payments/states.ts';
import type { RefundReason } from '#lib/payments/sync/classify.ts';
import type { RefundApprovalRow } from './approval-view.ts';
import type { AuditRow } from './audit-view.ts';
import type { DisputeRow } from './dispute-view.ts';
import type { LedgerRow } from './ledger-view.ts';
import type { ActorName, AmountView, Cut } from './list-view.ts';
import type { MoneyClause } from './money-line-view.ts';
import type { NoteRow } from './note-view.ts';
import type { TransferRow } from './transfer-view.ts';

/**
 * The status of a payment: its stored state, and the refunded share of an approved one. `declined_open`: the donor can still
 * try again.
 */
export type StaffPaymentStatus = PaymentState | 'part_refunded' | 'all_refunded' | 'declined_open';

/** The statuses of a dispute, most serious first; an open inquiry has its own. */
export const DISPUTE_STATUS_ORDER = ['open', 'inquiry', 'lost', 'won', 'closed'] as const;

export type ShownDisputeStatus = (typeof DISPUTE_STATUS_ORDER)[number];

export type PaymentRow = {
  id: string;
  linkId: string;
  causeKey: string;
  causeTitle: string;
  clientName: string;
  /** The partner's reference of the link. */
  externalReference: string | null;
  donor: { name: string | null; email: string | null };
  amount: AmountView;
  status: StaffPaymentStatus;
  /** The gateway's code for a decline. */
  declineCode: string | null;
  dispute: ShownDisputeStatus | null;
  reason: RefundReason | null;
  rail: PaymentMethod;
  createdAt: Date;
};

export type RefundRow = {
  id: string;
  amount: AmountView;
  state: RefundState;
  /** The reason that staff entered; null if the service refunds unmatched funds. */
  reason: string | null;
  /** The requester; null if the service refunded unmatched funds. */
  by: ActorName | null;
  /** Null if no approval was needed. */
  approvedBy: ActorName | null;
  createdAt: Date;
  lastError: string | null;
  gatewayRefundId: string | null;
  /** When the bank returned the money after the donor had been notified of the refund. */
  returnedAt: Date | null;
  /** It failed and waits for staff. */
  isUnresolved: boolean;
  resolution: RefundResolution | null;
  /** It failed, and a later one replaced it. */
  isReplaced: boolean;
};

export type PaymentDetail = PaymentRow & {
  /** Where its money is now. */
  moneyLine: MoneyClause[];
  attempt: number;
  gateway: string;
  gatewayReference: string | null;
  gatewayPaymentId: string | null;
  /** As it is read out; null without a receipt. */
  receiptNumber: string | null;
  paidWith: PaidWith;
  succeededAt: Date | null;
  settledAt: Date | null;
  refundedAt: Date | null;
  lastError: string | null;
  returned: AmountView | null;
  /** What is reserved for refunds that were asked for and have not succeeded. */
  reserved: AmountView | null;
  /** `receiptEmail`: where the receipt was sent afterwards, if the donation was made without an address. */
  donor: {
    name: string | null;
    email: string | null;
    receiptEmail: string | null;
    isAnonymous: boolean | null;
    isErased: boolean;
  };
  history: Cut<AuditRow>;
  refunds: RefundRow[];
  /** What staff sent to the donor by hand, latest first. */
  transfers: TransferRow[];
  disputes: DisputeRow[];
  entries: LedgerRow[];
  /** The refund that waits for approval; `isOwn` if the viewer requested it. */
  waiting: (RefundApprovalRow & { isOwn: boolean }) | null;
  notes: Cut<NoteRow>;
  /** The values of the refund form; null if nothing can be refunded by hand. */
  refundable: {
    left: AmountView;
    leftText: string;
    seenMinor: string;
    key: string;
    /** Refunds of more than this in total need approval; null if none do. */
    approvalAbove: AmountView | null;
  } | null;
};
