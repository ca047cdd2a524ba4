import { rulesOf } from '#lib/causes/states.ts';
import type { Tx } from '#lib/db.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { lockBankAccountShared } from '#lib/locks.ts';
import { toMinor } from '#lib/money.ts';
import type { Parties } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { RefusalCode } from '#lib/problems/refusals.ts';
import type { BankAccount, Cause, Withdrawal } from '#prisma/generated/client.ts';

/** What can stop a withdrawal that was possible when it was requested, in the order of the checks. */
export const HOLD_REASONS = [
  'cause_on_hold',
  'bank_account_not_verified',
  'over_available',
  'not_released',
  'over_creator_sum',
] as const satisfies RefusalCode[];
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why an approved withdrawal waits for a decision again: a check failed before it was sent, or it was not sent after all. */
export const RETURN_REASONS = [...HOLD_REASONS, 'not_sent'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The destination of a payout. `amountMajor`: major units, without amounts that are reserved already. */
type Payout = { causeKey: string; bankAccountId: string; amountMajor: number };

/**
 * Why a withdrawal cannot be granted, or sent, now; null if nothing prevents it. The one check of requests, of approvals and
 * of the start of sending. Nothing that it reads can change under `lockCausesOf` and the lock of the bank account.
 */
export async function holdReason(tx: Tx, payout: Payout, now: Date): Promise<HoldReason | null> {
  const cause = await tx.cause.findUniqueOrThrow({ where: { key: payout.causeKey } });
  if (!rulesOf(cause.state).paysOut) return 'cause_on_hold';
  // A review of the account at the same time comes before or after.
  await lockBankAccountShared(tx, payout.bankAccountId);
  const account = await tx.bankAccount.findUniqueOrThrow({ where: { id: payout.bankAccountId } });
  if (account.state !== 'verified' || !fits(account, cause)) return 'bank_account_not_verified';
  const wantedMinor = toMinor(payout.amountMajor, cause.currency);
  const { owedMinor, releasedMinor, creatorReleasedMinor } = await withdrawableOf(tx, cause, now);
  if (wantedMinor > owedMinor) return 'over_available';
  if (wantedMinor > releasedMinor) return 'not_released';
  return wantedMinor > creatorReleasedMinor ? 'over_creator_sum' : null;
}

/** Who has a part in a withdrawal (lib/policy/table.ts): somebody who verified the account does not send money to it. */
export function partiesOf({ requestedBy, decidedBy, cause, bankAccount }: InvolvedWithdrawal): Parties {
  const isVerified = bankAccount.state === 'verified';
  return {
    asked: requestedBy,
    owns: cause.ownerId,
    approved: decidedBy,
    verified: isVerified ? bankAccount.reviewedBy : null,
  };
}
type InvolvedWithdrawal = Pick<Withdrawal, 'requestedBy' | 'decidedBy'> & {
  cause: Pick<Cause, 'ownerId'>;
  bankAccount: Pick<BankAccount, 'state' | 'reviewedBy'>;
};

/** A bank account only receives money of its owner's causes, in its own currency. */
function fits(account: BankAccount, { ownerId, currency }: Cause): boolean {
  return account.ownerId === ownerId && account.currency === currency;
}

/** The field of the request for each reason; undefined for the request as a whole. */
const FIELD_OF: Readonly<Record<HoldReason, string | undefined>> = {
  cause_on_hold: undefined,
  bank_account_not_verified: 'bankAccountId',
  over_available: 'amount',
  not_released: 'amount',
  over_creator_sum: 'amount',
};

/** @throws DomainError with the reason. */
export async function requireNotHeld(tx: Tx, payout: Payout, now: Date): Promise<void> {
  const reason = await holdReason(tx, payout, now);
  if (reason) throw new DomainError(reason, { field: FIELD_OF[reason] });
}
