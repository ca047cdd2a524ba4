import type { ActorName, AmountView } from './list-view.ts';

/** A bank transfer to a donor that staff recorded. `sentOn` and `returnedOn` are days such as `2026-11-25`. */
export type TransferRow = {
  id: string;
  amount: AmountView;
  reference: string;
  sentOn: string;
  by: ActorName;
  recordedAt: Date;
  /** When the donor's bank returned it; null if it did not. */
  returnedOn: string | null;
};
