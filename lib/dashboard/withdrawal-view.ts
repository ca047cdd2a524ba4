import type { BankFormatView, COLOMBIAN_DOCUMENTS } from '#lib/withdrawals/bank-format-view.ts';
import type { ReturnReason } from '#lib/withdrawals/checks.ts';
import type { SentView } from '#lib/withdrawals/present.ts';
import type { WithdrawalState } from '#lib/withdrawals/states.ts';
import type { CauseStopView, OwnCauseHeader } from './cause-view.ts';
import type { WithdrawableView } from './withdrawable-view.ts';

/** How a creator is asked to add a passkey: they may postpone it, or need one first; null if they are not asked. */
export type PasskeyPrompt = 'optional' | 'required' | null;

/** The balance of a cause, or of all causes in a currency. Minor units; they stay below 2^53. */
export type BalanceView = {
  currency: string;
  /** Lower-case ISO code, which determines the format of money. */
  country: string;
  collectedMinor: number;
  commissionMinor: number;
  gatewayCostMinor: number;
  refundedMinor: number;
  refundsReservedMinor: number;
  disputedMinor: number;
  reservedMinor: number;
  paidOutMinor: number;
} & WithdrawableView;

/** A withdrawal for its creator. Major units. */
export type WithdrawalRow = {
  id: string;
  causeKey: string;
  causeTitle: string;
  country: string;
  state: WithdrawalState;
  amountMajor: number;
  currency: string;
  account: string;
  reason: string;
  note: string | null;
  requestedAt: string;
  /** When it reached its state; null if at once. */
  changedAt: string | null;
  /** Why it waits again after it was approved. */
  heldFor: ReturnReason | null;
  /** It waits for a bank account to which no money is sent any more. */
  isAccountRejected: boolean;
  mayCancel: boolean;
  /** The day (UTC) by which it usually arrives; null once it has ended without arriving. */
  expectedDay: string | null;
} & SentView;

export type BankAccountRow = {
  id: string;
  bankName: string;
  maskedNumber: string;
  holderName: string;
  currency: string;
  state: 'unverified' | 'verified' | 'rejected';
  note: string | null;
};

/** The page of a cause's balance, with the form that requests a withdrawal. */
export type CauseWithdrawalsView = {
  cause: OwnCauseHeader;
  passkey: PasskeyPrompt;
  balance: BalanceView;
  paysOut: boolean;
  /** Why staff stopped it; null if they have not. */
  stop: CauseStopView | null;
  /** What one request can be at most: the available amount, up to the rest of the day's limit. */
  mostMinor: number;
  /** Nothing is left of the day's limit. */
  isUsedUp: boolean;
  /** Whole major units. */
  dailyLimitMajor: number;
  approvalAboveMajor: number;
  /** Bank accounts that can receive this cause's currency. */
  accounts: BankAccountRow[];
  /** A bank account of this currency waits for verification. */
  hasWaitingAccount: boolean;
  /** Identifies the rendered form: sent twice, it makes one request. */
  once: string;
  withdrawals: WithdrawalRow[];
  after: string | null;
};

/** The form that adds a bank account. */
export type BankAccountFormView = {
  passkey: PasskeyPrompt;
  /** Upper-case ISO codes. */
  countries: readonly string[];
  /** Defaults from the cause that the money is to come from, or the creator's newest. */
  usualCountry: string | null;
  usualCurrency: string | null;
  /** The chosen country, with what its banks ask for; null until it is chosen. */
  country: {
    code: string;
    format: BankFormatView;
    documentTypes: typeof COLOMBIAN_DOCUMENTS | readonly [];
  } | null;
};

/** The page on which a creator reviews a withdrawal before it is requested. */
export type WithdrawalReview = {
  cause: OwnCauseHeader;
  /** Major units, with a fraction if it has cents. */
  amountMajor: number;
  /** What stays available, in minor units. */
  restMinor: number;
  account: BankAccountRow;
  reason: string;
  /** Whether it waits for staff, or is approved at once. */
  state: 'requested' | 'approved';
  expectedDay: string | null;
  /** The form as it was sent, to be confirmed. */
  values: Record<string, string>;
  /** The id of the kept form, to change it. */
  result: string;
};

/** The page of all money that a creator can withdraw. */
export type WithdrawalsView = {
  passkey: PasskeyPrompt;
  balances: BalanceView[];
  causes: (OwnCauseHeader & WithdrawableView & { paysOut: boolean })[];
  accounts: BankAccountRow[];
  withdrawals: WithdrawalRow[];
  after: string | null;
};
