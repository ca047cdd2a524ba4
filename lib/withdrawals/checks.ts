import { rulesOf } from '#lib/causes/states.ts';
import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { isSamePerson } from '#lib/same-person.ts';
import type { BankAccount, Cause } from '#prisma/generated/client.ts';
import { WithdrawalRefusal } from './refusal.ts';

/** What can stop a withdrawal that was possible when it was asked for, in the order in which it is looked at. */
export const HOLD_REASONS = [
  'cause_on_hold',
  'bank_account_not_verified',
  'over_available',
  'not_released',
  'over_creator_sum',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Where money is to go. `amountMajor` in whole units is what is asked for beyond what is reserved already: then 0. */
type Payout = { causeKey: string; bankAccountId: string; amountMajor: number };

/**
 * What forbids that a withdrawal is granted, or paid, now; null where nothing does. The one check of asking, approving and
 * paying alike. Everything that it reads stands still under `lockBalances`, a verdict on the bank account included.
 */
export async function holdReason(tx: Tx, payout: Payout, now: Date): Promise<HoldReason | null> {
  const cause = await tx.cause.findUniqueOrThrow({ where: { key: payout.causeKey } });
  if (!rulesOf(cause.state).paysOut) return 'cause_on_hold';
  // A verdict of staff that falls at this moment comes before or after.
  await tx.$queryRaw`SELECT 1 FROM bank_accounts WHERE id = ${payout.bankAccountId} FOR SHARE`;
  const account = await tx.bankAccount.findUniqueOrThrow({ where: { id: payout.bankAccountId } });
  if (account.state !== 'verified' || !fits(account, cause)) return 'bank_account_not_verified';
  const wantedMinor = BigInt(payout.amountMajor) * BigInt(minorUnitsPerMajor(cause.currency));
  const { owedMinor, releasedMinor, creatorReleasedMinor } = await withdrawableOf(tx, cause, now);
  if (wantedMinor > owedMinor) return 'over_available';
  if (wantedMinor > releasedMinor) return 'not_released';
  return wantedMinor > creatorReleasedMinor ? 'over_creator_sum' : null;
}

/**
 * Whether a member of staff may not mark money to a bank account as paid because they verified it: an account of one's own
 * making would otherwise need nobody else. One alone may where the environment says so (`ALLOW_SINGLE_STAFF`).
 */
export async function isPaidByVerifier(tx: Tx, accountId: string, bankAccountId: string): Promise<boolean> {
  if (env().allowSingleStaff) return false;
  // A verdict that falls at this moment comes before or after.
  await tx.$queryRaw`SELECT 1 FROM bank_accounts WHERE id = ${bankAccountId} FOR SHARE`;
  const { state, reviewedBy } = await tx.bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  return state === 'verified' && reviewedBy !== null && isSamePerson(tx, reviewedBy, accountId);
}

/** An account takes money of its own owner's causes in its own currency. */
function fits(account: BankAccount, { ownerId, currency }: Cause): boolean {
  return account.ownerId === ownerId && account.currency === currency;
}

/** The field of the form that asks which each reason is said at; the form as a whole for what is not one field's. */
export const FIELD_OF: Readonly<Record<HoldReason, string | undefined>> = {
  cause_on_hold: undefined,
  bank_account_not_verified: 'bankAccountId',
  over_available: 'amount',
  not_released: 'amount',
  over_creator_sum: 'amount',
};

/** @throws WithdrawalRefusal with the reason that forbids it. */
export async function refuseHeld(tx: Tx, payout: Payout, now: Date): Promise<void> {
  const reason = await holdReason(tx, payout, now);
  if (reason) throw new WithdrawalRefusal(reason, FIELD_OF[reason]);
}
