import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { AmountView } from './staff-view.ts';

export type ReconciliationDifference = {
  about: keyof Messages['staff']['reconciliation']['abouts'];
  /** The gateway's id of the payment or the movement; of a balance its currency. */
  subject: string;
  /** Our payment, where there is one. */
  paymentId: string | null;
  ours: AmountView;
  theirs: AmountView;
};

/** What a finished comparison of a gateway account found. */
export type ReconciliationRun = {
  id: string;
  /** The daily one, or one for days that somebody chose. */
  scope: 'daily' | 'chosen';
  from: Date;
  to: Date;
  finishedAt: Date;
  balances: { currency: string; ours: AmountView; theirs: AmountView }[];
  differences: ReconciliationDifference[];
};

/** How a gateway account stands: its last daily run, one for chosen days that is newer, and one that goes on. */
export type ReconciledAccount = {
  gateway: string;
  runs: ReconciliationRun[];
  /** `problem` is the gateway's own word for what went wrong; null while it is making its books. */
  unfinished: { startedAt: Date; problem: string | null } | null;
};
