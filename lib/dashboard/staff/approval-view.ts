import type { ClientTerms } from '#lib/outbox/send-email.ts';
import type { KeyRow } from './client-view.ts';
import type { ActorName, AmountView } from './list-view.ts';

/** A key that waits for approval, and its creator. */
export type KeyApprovalRow = KeyRow & { by: ActorName | null };

/** A change of a client's terms that waits for approval, and its requester. */
export type TermsApprovalRow = {
  id: string;
  clientId: string;
  clientName: string;
  before: ClientTerms;
  after: ClientTerms;
  by: ActorName;
  requestedAt: Date;
};

/** A write-off that waits for approval, its requester, and a failed refund of its payment. */
export type WriteOffRow = {
  id: string;
  refundId: string;
  amount: AmountView;
  reason: string;
  by: ActorName;
  requestedAt: Date;
};

/** A refund that waits for approval, and its requester. */
export type RefundApprovalRow = {
  id: string;
  paymentId: string;
  amount: AmountView;
  reason: string;
  by: ActorName;
  requestedAt: Date;
};
