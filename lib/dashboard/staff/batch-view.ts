import type { HoldReason } from '#lib/withdrawals/checks.ts';
import type { WithdrawalState } from '#lib/withdrawals/states.ts';
import type { ActorName, AmountView } from './list-view.ts';

export type BatchState = 'open' | 'sent' | 'cancelled';

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
  /** It left the batch: the batch was cancelled, or it was put back to be decided again. */
  isReleased: boolean;
  /** What prevents that it is sent now; null if nothing does, or the batch has ended. */
  holdReason: HoldReason | null;
};

export type BatchDetail = BatchRow & {
  items: BatchItemRow[];
  exportedAt: Date | null;
  endedAt: Date | null;
  endedBy: ActorName | null;
  /** The name and the end of the number of the account that pays; null without one, and then there is no XML file. */
  debtor: string | null;
  isHeld: boolean;
  /** The viewer verified one of the bank accounts, or requested one of the withdrawals: somebody else marks it as sent. */
  needsOther: boolean;
};
