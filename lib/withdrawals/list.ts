import type { Currency } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { type Balance, causeBalance } from '#lib/ledger/balance.ts';
import { type Withdrawable, withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { customaryUnitsPerMajor, minorUnitsPerMajor, toMinor } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { requestedTodayMinor } from './request.ts';

/** Rows on one page of a list. */
const PAGE = 50;

/** Withdrawals on one page, and the cursor of the next; null if there is none. */
type WithdrawalPage = { rows: WithdrawalView[]; after: string | null };

/** Withdrawals of a cause, newest first: of the viewer's own, or of any for staff. @throws DomainError `cause_not_found` */
export async function listWithdrawalsOf(actor: Actor, causeKey: string, after?: Cursor): Promise<WithdrawalPage> {
  await visibleCause(actor, causeKey);
  const rows = await db().withdrawal.findMany({
    where: { causeKey, ...olderThan(after, 'requestedAt', 'id') },
    orderBy: newestFirst('requestedAt', 'id'),
    include: { bankAccount: true },
    take: PAGE + 1,
  });
  return pageOf(rows.map(presentWithdrawal));
}

/** The withdrawals that a creator requested, over all their causes, newest first. */
export async function listOwnWithdrawals(actor: Actor, after?: Cursor): Promise<WithdrawalPage> {
  const rows = await db().withdrawal.findMany({
    where: { requestedBy: actor.id, ...olderThan(after, 'requestedAt', 'id') },
    orderBy: newestFirst('requestedAt', 'id'),
    include: { bankAccount: true },
    take: PAGE + 1,
  });
  return pageOf(rows.map(presentWithdrawal));
}

function pageOf(found: WithdrawalView[]): WithdrawalPage {
  return cutPage(found, PAGE, ({ requestedAt: at, id }) => ({ at, id }));
}

/** Whether a withdrawal was requested under this key (request.ts). */
export async function isRequested({ id: requestedBy }: Actor, idempotencyKey: string): Promise<boolean> {
  return (await db().withdrawal.count({ where: { requestedBy, idempotencyKey } })) > 0;
}

/** One withdrawal. @throws DomainError `withdrawal_not_found` */
export async function findWithdrawal(actor: Actor, id: string): Promise<WithdrawalView> {
  const withdrawal = await db().withdrawal.findUnique({ where: { id }, include: { bankAccount: true } });
  if (!withdrawal || (actor.role !== 'staff' && withdrawal.requestedBy !== actor.id))
    throw new DomainError('withdrawal_not_found');
  return presentWithdrawal(withdrawal);
}

/** The data of the form that requests a withdrawal. */
type Allowance = {
  balance: Balance;
  withdrawable: Withdrawable;
  /** What may still be requested today, in minor units; never below zero. */
  leftTodayMinor: bigint;
  /** What one request can be at most: the available amount, up to the rest of today; never below zero. */
  mostMinor: bigint;
  /** Requests of a day up to this total are approved at once; more waits for staff. Whole major units. */
  approvalAboveMajor: number;
};

/** @throws DomainError `cause_not_found` */
export async function withdrawalAllowance(actor: Actor, causeKey: string, now: Date): Promise<Allowance> {
  const cause = await visibleCause(actor, causeKey);
  const { ownerId, currency } = cause;
  const dailyLimitMajor = env().withdrawals.dailyLimit[currency as Currency];
  const approvalAboveMajor = env().withdrawals.approvalThreshold[currency as Currency];
  const asked = await requestedTodayMinor(db(), ownerId, currency, now);
  const withdrawable = await withdrawableOf(db(), cause, now);
  const leftTodayMinor = atLeastZero(toMinor(dailyLimitMajor, currency) - asked);
  return {
    balance: await causeBalance(db(), causeKey),
    withdrawable,
    leftTodayMinor,
    mostMinor: mostOf(withdrawable.availableMinor, leftTodayMinor, currency),
    approvalAboveMajor,
  };
}

/** Everything that is available, with its cents; where the day's limit is lower, its whole units. */
function mostOf(availableMinor: bigint, leftTodayMinor: bigint, currency: string): bigint {
  const units = minorUnitsPerMajor(currency);
  const available = atLeastZero(availableMinor);
  if (available <= leftTodayMinor) return available - (available % BigInt(units / customaryUnitsPerMajor(currency)));
  return leftTodayMinor - (leftTodayMinor % BigInt(units));
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

async function visibleCause(actor: Actor, key: string) {
  const cause = await db().cause.findUnique({ where: { key } });
  if (!cause || (actor.role !== 'staff' && cause.ownerId !== actor.id)) throw new DomainError('cause_not_found');
  return cause;
}
