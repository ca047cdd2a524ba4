import { oneOf } from '#lib/one-of.ts';
import type { BankAccount, Withdrawal } from '#prisma/generated/client.ts';
import { withdrawnMajor } from './amount.ts';
import { maskedNumber } from './bank-accounts.ts';
import type { ReturnReason } from './checks.ts';
import { WITHDRAWAL_STATES, type WithdrawalState } from './states.ts';

/** A withdrawal for its creator and for staff. */
export type WithdrawalView = {
  id: string;
  /** Another one after each change. */
  version: number;
  causeKey: string;
  state: WithdrawalState;
  /** Major units, with a fraction if it has cents. */
  amountMajor: number;
  currency: string;
  bankAccountId: string;
  bankName: string;
  maskedNumber: string;
  /** It waits, and money is no longer sent to its bank account: nobody can approve or send it. */
  isAccountRejected: boolean;
  reason: string;
  /** The note of staff. */
  note: string | null;
  requestedBy: string;
  requestedAt: Date;
  /** Who approved, rejected or cancelled it; null while nobody has, or if the threshold approved it. */
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Who started to send it. */
  sendingBy: string | null;
  sendingAt: Date | null;
  /** When it was recorded as sent. */
  paidAt: Date | null;
  failedAt: Date | null;
  /** Why it waits for a decision again after it was approved. */
  heldFor: ReturnReason | null;
} & SentView;

/** The bank's reference of a transfer, and its day (`2026-12-03`); null before it is sent, and if nobody recorded them. */
export type SentView = { sentReference: string | null; sentOn: string | null };

/** What was recorded when a withdrawal was sent. */
export function sentOf({ sentReference, sentOn }: Withdrawal): SentView {
  return { sentReference, sentOn: sentOn?.toISOString().slice(0, 10) ?? null };
}

export type WithdrawalWithAccount = Withdrawal & { bankAccount: BankAccount };

/** A withdrawal, shown field by field. */
export function presentWithdrawal(withdrawal: WithdrawalWithAccount): WithdrawalView {
  const { id, version, causeKey, state, currency, bankAccountId, bankAccount, reason } = withdrawal;
  const { note, requestedBy, requestedAt, decidedBy, decidedAt, sendingBy, sendingAt, paidAt, failedAt } = withdrawal;
  const heldFor = withdrawal.heldFor as ReturnReason | null;
  return {
    id,
    version,
    causeKey,
    currency,
    bankAccountId,
    reason,
    note,
    state: oneOf(WITHDRAWAL_STATES, state),
    amountMajor: withdrawnMajor(withdrawal),
    bankName: bankAccount.bankName,
    maskedNumber: maskedNumber(bankAccount),
    isAccountRejected: bankAccount.state === 'rejected' && (state === 'requested' || state === 'approved'),
    requestedBy,
    requestedAt,
    decidedBy,
    decidedAt,
    sendingBy,
    sendingAt,
    paidAt,
    failedAt,
    heldFor,
    ...sentOf(withdrawal),
  };
}
