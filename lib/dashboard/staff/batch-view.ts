import type { HoldReason } from '#lib/withdrawals/checks.ts';
import type { WithdrawalState } from '#lib/withdrawals/states.ts';
import type { ActorName, AmountView } from './list-view.ts';

/** `open`: nobody has started to send it. */
export type BatchState = 'open' | 'sending' | 'sent' | 'cancelled';

export type BatchRow = {
  id: string;
  state: BatchState;
  /** Of withdrawals that are, or were, paid with it. */
  count: number;
  amount: AmountView;
  by: ActorName;
  createdAt: Date;
};

/** Approved withdrawals in a currency that are in no batch. */
export type UnbatchedRow = { currency: string; count: number; amount: AmountView };

export type BatchItemRow = {
  reference: string;
  withdrawalId: string;
  causeTitle: string;
  causeKey: string;
  holderName: string;
  account: string;
  bankAccountId: string;
  amount: AmountView;
  state: WithdrawalState;
  /** It left the batch: one of them was cancelled, or it was put back to be decided again. */
  isReleased: boolean;
  /** What prevents that it is sent now; null if nothing does, or the batch is not open. */
  holdReason: HoldReason | null;
};

export type BatchDetail = BatchRow & {
  items: BatchItemRow[];
  startedAt: Date | null;
  startedBy: ActorName | null;
  exportedAt: Date | null;
  /** The day of the transfers, `2026-12-03`; null before it is sent. */
  sentOn: string | null;
  endedAt: Date | null;
  endedBy: ActorName | null;
  /** The name and the end of the number of the account that pays; null without one, and then there is no XML file. */
  debtor: string | null;
  isHeld: boolean;
  /** The viewer requested one of the withdrawals, or verified a bank account of an open batch: somebody else goes on. */
  requiresOtherStaff: boolean;
};
