import type { Actor } from '#lib/accounts/actor.ts';
import { audit } from '#lib/audit.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId, newTransferReference } from '#lib/ids.ts';
import { lockAccounts, lockCausesOf, lockPayoutBatch } from '#lib/locks.ts';
import { type Currency, minorUnitsPerMajor } from '#lib/money.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { PayoutBatch, PayoutItem, Withdrawal } from '#prisma/generated/client.ts';
import { changeLocked } from './change.ts';
import { holdReason } from './checks.ts';
import { requireStaff } from './require-staff.ts';

/** The most withdrawals of a batch: they are marked as sent in one transaction. */
export const MOST_IN_BATCH = 100;

/**
 * Puts the approved withdrawals of a currency that can be sent now into a new batch, oldest first, at most
 * `MOST_IN_BATCH`. One that must not be sent (checks.ts), or is in another open batch, is left out.
 * @returns the id of the batch
 * @throws DomainError `not_allowed`; `batch_empty` where there are none.
 */
export async function createBatch(actor: Actor, currency: Currency, now: Date): Promise<string> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const waiting = await tx.withdrawal.findMany({
      where: { state: 'approved', currency, payoutItems: { none: { releasedAt: null } } },
      orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
      take: MOST_IN_BATCH,
    });
    await lockCreatorsOf(tx, waiting);
    const sendable = await sendableOf(tx, waiting, now);
    if (sendable.length === 0) throw new DomainError('batch_empty');
    const id = newId('payoutBatch');
    const { name, accounts } = env().payouts;
    const debtor = accounts[currency];
    await tx.payoutBatch.create({
      data: {
        ...{ id, currency, createdBy: actor.accountId, createdAt: now },
        ...(debtor && { debtorName: name, debtorAccount: debtor.account, debtorBic: debtor.bic }),
      },
    });
    await tx.payoutItem.createMany({
      data: sendable.map((withdrawalId) => ({
        ...{ reference: newTransferReference(), batchId: id, withdrawalId },
      })),
    });
    await audit(tx, {
      ...{ actor: actor.accountId, action: 'batch.create', subject: id },
      data: { currency, withdrawals: sendable.length },
    });
    return id;
  });
}

/** Read again under the locks: meanwhile one may have been paid, or put into another batch. */
async function sendableOf(tx: Tx, waiting: readonly Withdrawal[], now: Date): Promise<string[]> {
  const locked = await tx.withdrawal.findMany({
    where: {
      id: { in: waiting.map(({ id }) => id) },
      ...{ state: 'approved', payoutItems: { none: { releasedAt: null } } },
    },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
  });
  const sendable: string[] = [];
  for (const { id, causeKey, bankAccountId } of locked)
    if ((await holdReason(tx, { causeKey, bankAccountId, amountMajor: 0 }, now)) === null) sendable.push(id);
  return sendable;
}

/** What everything that changes a withdrawal locks first, for several of them. */
async function lockCreatorsOf(
  tx: Tx,
  withdrawals: readonly Pick<Withdrawal, 'requestedBy' | 'currency'>[],
): Promise<void> {
  const creators = [...new Set(withdrawals.map(({ requestedBy }) => requestedBy))].sort();
  await lockAccounts(tx, creators);
  for (const creator of creators)
    for (const currency of new Set(withdrawals.map((one) => one.currency)))
      await lockCausesOf(tx, creator, currency);
}

/**
 * Cancels a batch whose file was not given to the bank: its withdrawals wait to be sent again, with another batch or alone.
 * @throws DomainError `not_allowed`, `batch_not_found`, `batch_ended`.
 */
export async function cancelBatch(actor: Actor, id: string, now: Date): Promise<void> {
  requireStaff(actor);
  await transaction(async (tx) => {
    await lockOpenBatch(tx, id);
    await tx.payoutBatch.update({ where: { id }, data: { cancelledAt: now, cancelledBy: actor.accountId } });
    const { count } = await tx.payoutItem.updateMany({
      where: { batchId: id, releasedAt: null },
      data: { releasedAt: now },
    });
    await audit(tx, {
      ...{ actor: actor.accountId, action: 'batch.cancel', subject: id, data: { withdrawals: count } },
    });
  });
}

/**
 * Marks all withdrawals of a batch as paid, in one transaction: each is checked as if it were paid alone (changeWithdrawal),
 * and its creator is mailed the reference of the transfer. One that must not be paid any more goes back to be decided again
 * and leaves the batch.
 * @returns how many were marked, and how many were put back
 * @throws DomainError as `changeWithdrawal`, and then none is marked; `batch_not_found`, `batch_ended`.
 */
export async function sendBatch(
  actor: Actor,
  id: string,
  now: Date,
): Promise<{ paid: number; putBack: number }> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const { items } = await lockOpenBatch(tx, id);
    await lockCreatorsOf(
      tx,
      items.map(({ withdrawal }) => withdrawal),
    );
    let putBack = 0;
    for (const { reference, withdrawalId } of items) {
      const change = { action: 'pay', note: reference, now, batchId: id } as const;
      const { heldFor } = await changeLocked(tx, actor, withdrawalId, change);
      if (heldFor === null) continue;
      putBack += 1;
      await tx.payoutItem.update({ where: { reference }, data: { releasedAt: now } });
    }
    await tx.payoutBatch.update({ where: { id }, data: { sentAt: now, sentBy: actor.accountId } });
    const counts = { paid: items.length - putBack, putBack };
    await audit(tx, { actor: actor.accountId, action: 'batch.send', subject: id, data: counts });
    return counts;
  });
}

type LockedBatch = PayoutBatch & { items: (PayoutItem & { withdrawal: Withdrawal })[] };

async function lockOpenBatch(tx: Tx, id: string): Promise<LockedBatch> {
  await lockPayoutBatch(tx, id);
  const batch = await tx.payoutBatch.findUnique({
    where: { id },
    include: {
      items: { where: { releasedAt: null }, orderBy: { reference: 'asc' }, include: { withdrawal: true } },
    },
  });
  if (!batch) throw new DomainError('batch_not_found');
  if (batch.sentAt || batch.cancelledAt) throw new DomainError('batch_ended');
  return batch;
}

/** How many approved withdrawals wait outside of a batch, by currency. */
export async function countUnbatched(): Promise<{ currency: string; count: number; amountMajor: number }[]> {
  const groups = await db().withdrawal.groupBy({
    by: ['currency'],
    where: { state: 'approved', payoutItems: { none: { releasedAt: null } } },
    _count: true,
    _sum: { amount: true, remainderMinor: true },
    orderBy: { currency: 'asc' },
  });
  return groups.map(({ currency, _count, _sum }) => ({
    ...{ currency, count: _count },
    amountMajor: Number(_sum.amount ?? 0n) + (_sum.remainderMinor ?? 0) / minorUnitsPerMajor(currency),
  }));
}
