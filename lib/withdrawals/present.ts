import { oneOf } from '#lib/one-of.ts';
import type { BankAccount, Withdrawal } from '#prisma/generated/client.ts';
import { maskedNumber } from './bank-accounts.ts';
import type { HoldReason } from './checks.ts';
import { WITHDRAWAL_STATES, type WithdrawalState } from './states.ts';

/** A withdrawal as it is shown to its creator and to staff. */
export type WithdrawalView = {
  id: string;
  causeKey: string;
  state: WithdrawalState;
  /** Whole major units. */
  amountMajor: number;
  currency: string;
  bankAccountId: string;
  bankName: string;
  maskedNumber: string;
  reason: string;
  /** What staff wrote. */
  note: string | null;
  requestedBy: string;
  requestedAt: Date;
  /** Who approved, rejected or cancelled it; null while nobody has, or where the threshold did. */
  decidedBy: string | null;
  decidedAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  /** Why it waits for a decision again: what did not hold when it was to be paid. */
  heldFor: HoldReason | null;
};

export type WithdrawalWithAccount = Withdrawal & { bankAccount: BankAccount };

/** A withdrawal, shown field by field. */
export function presentWithdrawal(withdrawal: WithdrawalWithAccount): WithdrawalView {
  const { id, causeKey, state, amount, currency, bankAccountId, bankAccount, reason } = withdrawal;
  const { note, requestedBy, requestedAt, decidedBy, decidedAt, paidAt, failedAt } = withdrawal;
  const heldFor = withdrawal.heldFor as HoldReason | null;
  return {
    ...{ id, causeKey, currency, bankAccountId, reason, note },
    state: oneOf(WITHDRAWAL_STATES, state),
    amountMajor: Number(amount),
    bankName: bankAccount.bankName,
    maskedNumber: maskedNumber(bankAccount),
    ...{ requestedBy, requestedAt, decidedBy, decidedAt, paidAt, failedAt, heldFor },
  };
}
