import type { AccountType, BankCodes } from '#lib/withdrawals/bank-format-view.ts';
import type { HoldReason, ReturnReason } from '#lib/withdrawals/checks.ts';
import type { SentView } from '#lib/withdrawals/present.ts';
import type { WithdrawalAction, WithdrawalState } from '#lib/withdrawals/states.ts';
import type { ActorName, AmountView } from './list-view.ts';

export type StaffWithdrawalRow = {
  id: string;
  causeKey: string;
  causeTitle: string;
  creator: { name: string; email: string };
  amount: AmountView;
  account: string;
  bankAccountId: string;
  state: WithdrawalState;
  requestedAt: Date;
};

export type WithdrawalDetail = StaffWithdrawalRow &
  SentView & {
    /** Which its forms are about: another one after each change. */
    version: number;
    reason: string;
    note: string | null;
    requester: ActorName;
    decidedBy: ActorName | null;
    decidedAt: Date | null;
    sendingBy: ActorName | null;
    sendingAt: Date | null;
    paidAt: Date | null;
    failedAt: Date | null;
    available: AmountView;
    /** Why it returned to be decided again after it was approved. */
    heldFor: ReturnReason | null;
    /** What prevents its approval or the start of sending now; null if nothing does, or neither is due. */
    holdReason: HoldReason | null;
    /** The viewer's possible decisions; none if they requested it. */
    actions: Exclude<WithdrawalAction, 'cancel'>[];
    isOwn: boolean;
    /** The open batch that it is sent with, in place of being sent alone; null for none. */
    openBatchId: string | null;
    /** They verified the bank account, so somebody else has to start to send it. */
    isVerifier: boolean;
  };

export type BankAccountState = 'unverified' | 'verified' | 'rejected';

/** What a bank account was verified by: `link`, or a file of this media type. */
export type EvidenceView = { link: string | null; mediaType: string | null; addedAt: Date };

/** A bank account on its own page. */
export type BankAccountDetail = StaffBankAccountRow & {
  evidence: EvidenceView | null;
  /** The viewer had the number and the document shown to them, without which they cannot verify it. */
  hasSeen: boolean;
  /** It is the viewer's own, so somebody else decides about it. */
  isOwn: boolean;
};

export type StaffBankAccountRow = {
  id: string;
  owner: ActorName;
  bankName: string;
  maskedNumber: string;
  /** Null where the number alone identifies the account. */
  accountType: AccountType | null;
  bankCodes: BankCodes;
  holderName: string;
  country: string;
  currency: string;
  state: BankAccountState;
  note: string | null;
  createdAt: Date;
  /** Who verified or rejected it; null while nobody has. */
  reviewedBy: ActorName | null;
};
