import type { HoldReason } from '#lib/withdrawals/checks.ts';
import type { OwnCauseHead } from './cause-view.ts';
import type { WithdrawableView } from './withdrawable-view.ts';

/** Where the money of a cause, or of all causes in a currency, stands. Minor units; they stay below 2^53. */
export type BalanceView = {
  currency: string;
  /** Lower-case ISO code: how money is written. */
  country: string;
  collectedMinor: number;
  commissionMinor: number;
  gatewayCostMinor: number;
  refundedMinor: number;
  disputedMinor: number;
  reservedMinor: number;
  paidOutMinor: number;
} & WithdrawableView;

/** A withdrawal as its creator sees it. Whole major units. */
export type WithdrawalRow = {
  id: string;
  causeKey: string;
  causeTitle: string;
  country: string;
  state: 'requested' | 'approved' | 'rejected' | 'cancelled' | 'paid' | 'failed';
  amountMajor: number;
  currency: string;
  account: string;
  reason: string;
  note: string | null;
  requestedAt: string;
  /** When it came into its state; null where that was at once. */
  changedAt: string | null;
  /** Why it waits again after it was approved. */
  heldFor: HoldReason | null;
  mayCancel: boolean;
};

export type BankAccountRow = {
  id: string;
  bankName: string;
  maskedNumber: string;
  holderName: string;
  currency: string;
  state: 'unverified' | 'verified' | 'rejected';
  note: string | null;
};

/** The page of a cause's balance, with the form that asks for a withdrawal. Whole major units where not said otherwise. */
export type CauseWithdrawalsView = {
  cause: OwnCauseHead;
  balance: BalanceView;
  paysOut: boolean;
  leftTodayMajor: number;
  dailyLimitMajor: number;
  approvalAboveMajor: number;
  leftAtOnceMajor: number;
  /** Accounts to which this cause's currency can be sent. */
  accounts: BankAccountRow[];
  /** Some account of this currency waits to be verified. */
  hasWaitingAccount: boolean;
  /** Names the form that this page shows: sent twice, it asks once. */
  once: string;
  withdrawals: WithdrawalRow[];
  after: string | null;
};

/** The page of everything a creator can withdraw, over all causes. */
export type WithdrawalsView = {
  balances: BalanceView[];
  causes: (OwnCauseHead & WithdrawableView)[];
  accounts: BankAccountRow[];
  withdrawals: WithdrawalRow[];
  after: string | null;
};
