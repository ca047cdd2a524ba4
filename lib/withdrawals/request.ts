import type { Actor } from '#lib/accounts/actor.ts';
import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { lockBalances } from '#lib/ledger/post.ts';
import { type Currency, MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { isStorable } from '#lib/storable.ts';
import type { Cause, Withdrawal } from '#prisma/generated/client.ts';
import { bookWithdrawal } from './book.ts';
import { refuseHeld } from './checks.ts';
import { mailWithdrawal } from './mail.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { WithdrawalRefusal } from './refusal.ts';
import { COUNTED_STATES, needsApproval } from './states.ts';

export type WithdrawalRequest = {
  causeKey: string;
  /** Whole major units of the cause's currency. */
  amountMajor: number;
  currency: string;
  bankAccountId: string;
  /** What it is for, at most 500 characters. */
  reason: string;
  /** Names this request: asked again with the same key, it is the same withdrawal. At most 255 characters. */
  key: string;
};

/**
 * Asks for a payout to the creator's bank. The money is reserved at once; where it is at or under the threshold with all
 * that the creator has asked for on this day (UTC) in the currency, it is approved with it, else it waits for staff. Under
 * the locks of paying, so that requests at the same moment and money going back never pay out more than there is.
 * @throws WithdrawalRefusal
 */
export async function requestWithdrawal(
  actor: Actor,
  request: WithdrawalRequest,
  now: Date,
): Promise<WithdrawalView> {
  refuseMalformed(request);
  return transaction(async (tx) => {
    const cause = await tx.cause.findUnique({ where: { key: request.causeKey } });
    if (!cause) throw new WithdrawalRefusal('not_found', 'causeKey');
    if (cause.ownerId !== actor.accountId) throw new WithdrawalRefusal('not_allowed');
    // A day's limit is the creator's over all their causes: their requests take turns.
    await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${actor.accountId} FOR NO KEY UPDATE`;
    const earlier = await tx.withdrawal.findUnique({
      where: {
        requestedBy_idempotencyKey: { requestedBy: actor.accountId, idempotencyKey: request.key },
      },
      include: { bankAccount: true },
    });
    if (earlier) return presentWithdrawal(sameRequest(earlier, request));
    await lockBalances(tx, actor.accountId, cause.currency);
    await refuseImpossible(tx, actor, cause, request, now);
    return presentWithdrawal(await write(tx, actor, cause, request, now));
  });
}

function refuseMalformed({ amountMajor, reason, key }: WithdrawalRequest): void {
  if (!Number.isSafeInteger(amountMajor) || amountMajor < 1 || amountMajor > MAX_AMOUNT_MAJOR)
    throw new WithdrawalRefusal('amount_not_positive', 'amount');
  if ([...reason].length > 500 || !isStorable(reason)) throw new WithdrawalRefusal('invalid', 'reason');
  if (key === '' || [...key].length > 255 || !isStorable(key)) throw new WithdrawalRefusal('invalid', 'key');
}

function sameRequest<T extends Withdrawal>(earlier: T, request: WithdrawalRequest): T {
  const same =
    earlier.causeKey === request.causeKey &&
    earlier.amount === BigInt(request.amountMajor) &&
    earlier.currency === request.currency &&
    earlier.bankAccountId === request.bankAccountId &&
    earlier.reason === request.reason;
  if (!same) throw new WithdrawalRefusal('key_reused', 'key');
  return earlier;
}

/** Everything is read under the locks. */
async function refuseImpossible(
  tx: Tx,
  actor: Actor,
  cause: Cause,
  request: WithdrawalRequest,
  now: Date,
): Promise<void> {
  const { currency, amountMajor, bankAccountId } = request;
  if (currency !== cause.currency) throw new WithdrawalRefusal('currency_differs', 'currency');
  const account = await tx.bankAccount.findUnique({ where: { id: bankAccountId } });
  if (!account || account.ownerId !== actor.accountId)
    throw new WithdrawalRefusal('not_found', 'bankAccountId');
  if (account.currency !== currency) throw new WithdrawalRefusal('currency_differs', 'bankAccountId');
  await refuseHeld(tx, request, now);
  if (amountMajor > (await leftToday(tx, actor.accountId, currency, now)))
    throw new WithdrawalRefusal('over_daily_limit', 'amount');
}

/**
 * What a creator has asked for on this day (UTC) in a currency, over all their causes, in whole major units; what was
 * rejected, cancelled or failed is left out.
 */
export async function askedToday(tx: Tx, accountId: string, currency: string, now: Date): Promise<number> {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  const { _sum } = await tx.withdrawal.aggregate({
    where: {
      requestedBy: accountId,
      currency,
      requestedAt: { gte: midnight },
      state: { in: COUNTED_STATES },
    },
    _sum: { amount: true },
  });
  return Number(_sum.amount ?? 0n);
}

/** What of the day's limit is left to a creator in a currency, in whole major units; never below zero. */
async function leftToday(tx: Tx, accountId: string, currency: string, now: Date): Promise<number> {
  const limit = env().withdrawals.dailyLimit[currency as Currency];
  return Math.max(0, limit - (await askedToday(tx, accountId, currency, now)));
}

async function write(tx: Tx, actor: Actor, cause: Cause, request: WithdrawalRequest, now: Date) {
  const { amountMajor, currency, bankAccountId, reason, key } = request;
  const id = newId('withdrawal');
  const ofToday = amountMajor + (await askedToday(tx, actor.accountId, currency, now));
  const waits = needsApproval(ofToday, env().withdrawals.approvalThreshold[currency as Currency]);
  const withdrawal = await tx.withdrawal.create({
    data: {
      ...{ id, causeKey: cause.key, bankAccountId, requestedBy: actor.accountId, idempotencyKey: key },
      ...{ amount: BigInt(amountMajor), currency, reason, requestedAt: now },
      state: waits ? 'requested' : 'approved',
      decidedAt: waits ? null : now,
    },
    include: { bankAccount: true },
  });
  await bookWithdrawal(tx, withdrawal, 'reserved', now);
  await audit(tx, {
    actor: actor.accountId,
    action: 'withdrawal request',
    subject: id,
    data: { amount: amountMajor, currency, automatic: !waits },
  });
  await mailWithdrawal(tx, withdrawal);
  return withdrawal;
}
