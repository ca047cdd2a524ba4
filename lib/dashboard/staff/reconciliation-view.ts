import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { ActorName, AmountView } from './list-view.ts';

export type ReconciliationDifference = {
  /** Names it among those of its account: another one once an amount changes. */
  name: string;
  about: keyof Messages['staff']['reconciliation']['abouts'];
  /** The gateway's id of the payment or movement; the currency of a balance. */
  subject: string;
  /** Our payment, if there is one. */
  paymentId: string | null;
  /** The id of the lost link that an unknown payment is for; null for anything else. */
  lostLinkId: string | null;
  ours: AmountView;
  theirs: AmountView;
  /** Why it is no reason for concern, and who said so; null while nobody has. */
  acknowledged: { reason: string; by: ActorName; at: Date } | null;
};

/** The result of a finished reconciliation of a gateway account. */
export type ReconciliationRun = {
  id: string;
  /** The daily one, or one for chosen days. */
  scope: 'daily' | 'chosen';
  from: Date;
  to: Date;
  finishedAt: Date;
  balances: { currency: string; ours: AmountView; theirs: AmountView }[];
  differences: ReconciliationDifference[];
  /** There may be more differences than these. */
  isCut: boolean;
};

/** The reconciliation of a gateway account: the last daily run, a newer one for chosen days, and a running one. */
export type ReconciledAccount = {
  gateway: string;
  runs: ReconciliationRun[];
  /** `problem` is the gateway's own error code; null while it prepares its books. */
  unfinished: { startedAt: Date; problem: string | null } | null;
};
