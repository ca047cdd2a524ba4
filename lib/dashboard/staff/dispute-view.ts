import type { DisputeKind, DisputeStatus } from '#lib/rails/port/reversals.ts';
import type { AmountView } from './list-view.ts';

/** The time left to answer a dispute; `isSoon` within three days. */
export type DueView = { unit: 'over' } | { unit: 'hours' | 'days'; count: number; isSoon: boolean };

export type DisputeRow = {
  id: string;
  paymentId: string;
  causeTitle: string;
  kind: DisputeKind;
  status: DisputeStatus;
  amount: AmountView;
  gateway: string;
  gatewayDisputeId: string;
  respondBy: Date | null;
  /** Null if no answer is due. */
  due: DueView | null;
  openedAt: Date;
  endedAt: Date | null;
};

/** A dispute in the list of all payments' disputes, with whose payment it is. */
export type ListedDispute = DisputeRow & {
  donor: { name: string | null; email: string | null };
  clientName: string;
  externalReference: string | null;
};
