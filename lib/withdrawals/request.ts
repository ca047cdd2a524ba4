import type { Currency } from '#lib/currencies.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { lockAccounts, lockCausesOf } from '#lib/locks.ts';
import { customaryUnitsPerMajor, MAX_AMOUNT_MAJOR, minorUnitsPerMajor, toMinor } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { accountsOfMailbox } from '#lib/policy/same-person.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Cause, Withdrawal } from '#prisma/generated/client.ts';
import { storedAmount, withdrawnMinor } from './amount.ts';
import { requireNotHeld } from './checks.ts';
import { mailWithdrawal } from './mail.ts';
import { postWithdrawal } from './post-withdrawal.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { DAILY_LIMIT_STATES, needsApproval } from './states.ts';

export type WithdrawalRequest = {
  causeKey: string;
  /** Major units of the cause's currency: whole, or with cents if it is everything that is available. */
  amountMajor: number;
  currency: string;
  bankAccountId: string;
  /** The purpose, at most 500 characters. */
  reason: string;
  /** Identifies the request: the same key is the same withdrawal. At most 255 characters. */
  key: string;
};

/**
 * Requests a payout to the creator's bank. The money is reserved at once. If the creator's requests of this day (UTC) in
 * the currency are at or under the threshold, it is approved too, else it waits for staff. Under the locks of paying, so
 * that concurrent requests and reversals never pay out more than there is.
 * @throws DomainError
 */
export async function requestWithdrawal(actor: Actor, request: WithdrawalRequest, now: Date): Promise<WithdrawalView> {
  requireWellFormed(request);
  return transaction(async (tx) => {
    const cause = await ownCause(tx, actor, request);
    // A day's limit applies over all causes and accounts of the creator, so their requests run one after the other.
    await lockAccounts(tx, await accountsOfMailbox(tx, actor.id));
    const earlier = await tx.withdrawal.findUnique({
      where: {
        requestedBy_idempotencyKey: { requestedBy: actor.id, idempotencyKey: request.key },
      },
      include: { bankAccount: true },
    });
    if (earlier) return presentWithdrawal(sameRequest(earlier, request));
    await lockCausesOf(tx, actor.id, cause.currency);
    await requirePossible(tx, actor, cause, request, now);
    return presentWithdrawal(await write(tx, actor, cause, request, now));
  });
}

/** What would become of a request now. */
type ReviewedRequest = { state: 'requested' | 'approved' };

/**
 * Checks a request as `requestWithdrawal` does, without making it: for the page on which its sender reviews it.
 * @throws DomainError
 */
export async function reviewRequest(actor: Actor, request: WithdrawalRequest, now: Date): Promise<ReviewedRequest> {
  requireWellFormed(request);
  return transaction(async (tx) => {
    const cause = await ownCause(tx, actor, request);
    await requirePossible(tx, actor, cause, request, now);
    const amountMinor = toMinor(request.amountMajor, request.currency);
    const waits = await isAboveThreshold(tx, actor, amountMinor, request.currency, now);
    return { state: waits ? 'requested' : 'approved' };
  });
}

async function ownCause(tx: Tx, actor: Actor, { causeKey }: WithdrawalRequest): Promise<Cause> {
  const cause = await tx.cause.findUnique({ where: { key: causeKey } });
  if (!cause) throw new DomainError('cause_not_found');
  if (cause.ownerId !== actor.id) throw new DomainError('not_allowed');
  return cause;
}

function requireWellFormed({ amountMajor, currency, reason, key }: WithdrawalRequest): void {
  const isPossible = amountMajor > 0 && amountMajor <= MAX_AMOUNT_MAJOR;
  if (!isPossible) throw new DomainError('amount_not_positive', { field: 'amount' });
  if (!hasNoFraction(amountMajor, currency)) throw new DomainError('amount_not_whole', { field: 'amount' });
  if ([...reason].length > 500 || !isStorableText(reason)) throw new DomainError('invalid', { field: 'reason' });
  if (key === '' || [...key].length > 255 || !isStorableText(key)) throw new DomainError('invalid');
}

/** A fraction of at most two decimals, where the currency customarily has cents. */
function hasNoFraction(amountMajor: number, currency: string): boolean {
  const units = customaryUnitsPerMajor(currency);
  return Math.round(amountMajor * units) / units === amountMajor;
}

function sameRequest<T extends Withdrawal>(earlier: T, request: WithdrawalRequest): T {
  const same =
    earlier.causeKey === request.causeKey &&
    earlier.currency === request.currency &&
    withdrawnMinor(earlier) === toMinor(request.amountMajor, request.currency) &&
    earlier.bankAccountId === request.bankAccountId &&
    earlier.reason === request.reason;
  if (!same) throw new DomainError('withdrawal_key_reused');
  return earlier;
}

/** Everything is read under the locks. */
async function requirePossible(
  tx: Tx,
  actor: Actor,
  cause: Cause,
  request: WithdrawalRequest,
  now: Date,
): Promise<void> {
  const { currency, amountMajor, bankAccountId } = request;
  if (currency !== cause.currency) throw new DomainError('currency_differs', { field: 'currency' });
  const account = await tx.bankAccount.findUnique({ where: { id: bankAccountId } });
  if (!account || account.ownerId !== actor.id)
    throw new DomainError('bank_account_not_found', { field: 'bankAccountId' });
  if (account.currency !== currency) throw new DomainError('currency_differs', { field: 'bankAccountId' });
  await requireNotHeld(tx, request, now);
  const wantedMinor = toMinor(amountMajor, currency);
  if (wantedMinor % BigInt(minorUnitsPerMajor(currency)) !== 0n) {
    const { availableMinor } = await withdrawableOf(tx, cause, now);
    if (wantedMinor !== availableMinor) throw new DomainError('cents_left', { field: 'amount' });
  }
  if (wantedMinor > (await leftTodayMinor(tx, actor.id, currency, now)))
    throw new DomainError('over_daily_limit', { field: 'amount' });
}

/**
 * The requested total of a creator on this day (UTC) in a currency, over all their causes and all accounts of their mailbox, in
 * minor units; without rejected, cancelled and failed requests.
 */
export async function requestedTodayMinor(tx: Tx, accountId: string, currency: string, now: Date): Promise<bigint> {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  const { _sum } = await tx.withdrawal.aggregate({
    where: {
      requestedBy: { in: await accountsOfMailbox(tx, accountId) },
      currency,
      requestedAt: { gte: midnight },
      state: { in: DAILY_LIMIT_STATES },
    },
    _sum: { amount: true, remainderMinor: true },
  });
  const amount = (_sum.amount ?? 0n) * BigInt(minorUnitsPerMajor(currency));
  return amount + BigInt(_sum.remainderMinor ?? 0);
}

/** The rest of the day's limit of a creator in a currency, in minor units. */
async function leftTodayMinor(tx: Tx, accountId: string, currency: string, now: Date): Promise<bigint> {
  const limit = toMinor(env().withdrawals.dailyLimit[currency as Currency], currency);
  return limit - (await requestedTodayMinor(tx, accountId, currency, now));
}

/** Whether a request of this amount waits for staff. */
async function isAboveThreshold(
  tx: Tx,
  { id: accountId }: Actor,
  amountMinor: bigint,
  currency: string,
  now: Date,
): Promise<boolean> {
  const ofTodayMinor = amountMinor + (await requestedTodayMinor(tx, accountId, currency, now));
  return needsApproval(ofTodayMinor, toMinor(env().withdrawals.approvalThreshold[currency as Currency], currency));
}

async function write(tx: Tx, actor: Actor, cause: Cause, request: WithdrawalRequest, now: Date) {
  const { amountMajor, currency, bankAccountId, reason, key } = request;
  const id = newId('withdrawal');
  const amountMinor = toMinor(amountMajor, currency);
  const waits = await isAboveThreshold(tx, actor, amountMinor, currency, now);
  const withdrawal = await tx.withdrawal.create({
    data: {
      id,
      causeKey: cause.key,
      bankAccountId,
      requestedBy: actor.id,
      idempotencyKey: key,
      ...storedAmount(amountMinor, currency),
      currency,
      reason,
      requestedAt: now,
      state: waits ? 'requested' : 'approved',
      decidedAt: waits ? null : now,
    },
    include: { bankAccount: true },
  });
  await postWithdrawal(tx, withdrawal, 'reserved', now);
  await audit(tx, {
    actor: actor.id,
    action: 'withdrawal.request',
    subject: id,
    data: { amount: amountMajor, currency, automatic: !waits },
  });
  await mailWithdrawal(tx, withdrawal);
  return withdrawal;
}
