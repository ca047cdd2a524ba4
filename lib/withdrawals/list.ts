import type { Actor } from '#lib/accounts/actor.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { type Cursor, newerThan, newestFirst, olderThan } from '#lib/keyset.ts';
import { type Balance, causeBalance } from '#lib/ledger/balance.ts';
import { type Withdrawable, withdrawableOf } from '#lib/ledger/withdrawable.ts';
import type { Currency } from '#lib/money.ts';
import { requireStaff } from './bank-accounts.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { WithdrawalRefusal } from './refusal.ts';
import { askedToday } from './request.ts';
import type { WithdrawalState } from './states.ts';

/** Rows on one page of a list: where there are fewer, it was the last. */
export const PAGE = 50;

/** Withdrawals of a cause, newest first: of one's own, or of any for staff. @throws WithdrawalRefusal `not_found` */
export async function listWithdrawalsOf(
  actor: Actor,
  causeKey: string,
  after?: Cursor,
): Promise<WithdrawalView[]> {
  await visibleCause(actor, causeKey);
  const rows = await db().withdrawal.findMany({
    where: { causeKey, ...olderThan(after, 'requestedAt', 'id') },
    orderBy: newestFirst('requestedAt', 'id'),
    include: { bankAccount: true },
    take: PAGE,
  });
  return rows.map(presentWithdrawal);
}

/** What a creator has asked for, over all their causes, newest first. */
export async function listOwnWithdrawals(actor: Actor, after?: Cursor): Promise<WithdrawalView[]> {
  const rows = await db().withdrawal.findMany({
    where: { requestedBy: actor.accountId, ...olderThan(after, 'requestedAt', 'id') },
    orderBy: newestFirst('requestedAt', 'id'),
    include: { bankAccount: true },
    take: PAGE,
  });
  return rows.map(presentWithdrawal);
}

/** Withdrawals in a state, oldest first: what staff has to do. @throws WithdrawalRefusal `not_allowed` */
export async function listWithdrawalsIn(
  actor: Actor,
  state: WithdrawalState,
  after?: Cursor,
): Promise<WithdrawalView[]> {
  requireStaff(actor);
  const rows = await db().withdrawal.findMany({
    where: { state, ...newerThan(after, 'requestedAt', 'id') },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    include: { bankAccount: true },
    take: PAGE,
  });
  return rows.map(presentWithdrawal);
}

/** One withdrawal. @throws WithdrawalRefusal `not_found` */
export async function findWithdrawal(actor: Actor, id: string): Promise<WithdrawalView> {
  const withdrawal = await db().withdrawal.findUnique({ where: { id }, include: { bankAccount: true } });
  if (!withdrawal || (actor.role !== 'staff' && withdrawal.requestedBy !== actor.accountId))
    throw new WithdrawalRefusal('not_found');
  return presentWithdrawal(withdrawal);
}

/** What the form that asks for a withdrawal says. Whole major units but for the balance. */
export type Allowance = {
  balance: Balance;
  withdrawable: Withdrawable;
  /** What may be asked for today. */
  leftTodayMajor: number;
  /** What is approved at once of all that is asked for in a day; more waits for staff. */
  approvalAboveMajor: number;
  /** What of that is left today. */
  leftAtOnceMajor: number;
};

/** @throws WithdrawalRefusal `not_found` */
export async function withdrawalAllowance(actor: Actor, causeKey: string, now: Date): Promise<Allowance> {
  const cause = await visibleCause(actor, causeKey);
  const { ownerId, currency } = cause;
  const dailyLimitMajor = env().withdrawals.dailyLimit[currency as Currency];
  const approvalAboveMajor = env().withdrawals.approvalThreshold[currency as Currency];
  const asked = await askedToday(db(), ownerId, currency, now);
  return {
    balance: await causeBalance(db(), causeKey),
    withdrawable: await withdrawableOf(db(), cause, now),
    leftTodayMajor: Math.max(0, dailyLimitMajor - asked),
    approvalAboveMajor,
    leftAtOnceMajor: Math.max(0, approvalAboveMajor - asked),
  };
}

async function visibleCause(actor: Actor, key: string) {
  const cause = await db().cause.findUnique({ where: { key } });
  if (!cause || (actor.role !== 'staff' && cause.ownerId !== actor.accountId))
    throw new WithdrawalRefusal('not_found');
  return cause;
}
