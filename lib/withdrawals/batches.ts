import type { Currency } from '#lib/currencies.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId, newTransferReference } from '#lib/ids.ts';
import { lockAccounts, lockCausesOf, lockPayoutBatch } from '#lib/locks.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { PayoutBatch, PayoutItem, Withdrawal } from '#prisma/generated/client.ts';
import { changeLocked, leaveBatch, requireNote, type SentTransfer } from './change.ts';
import { holdReason } from './checks.ts';
import { requireStaff } from './require-staff.ts';

/** The most withdrawals of a batch: each of its steps is one transaction. */
const MOST_IN_BATCH = 100;

/**
 * Puts the approved withdrawals of a currency that can be sent now into a new batch, oldest first, at most
 * `MOST_IN_BATCH`. One that must not be sent (checks.ts), or is in another open batch, is left out.
 * @returns the id of the batch
 * @throws DomainError `not_allowed`; `batch_empty` where there are none.
 */
export function createBatch(actor: Actor, currency: Currency, now: Date): Promise<string> {
  return transaction((tx) => createBatchWithin(tx, actor, currency, now));
}

/** The same in the transaction of a form, which is done once however often it is sent. */
export async function createBatchWithin(tx: Tx, actor: Actor, currency: Currency, now: Date): Promise<string> {
  requireStaff(actor);
  const waiting = await tx.withdrawal.findMany({
    where: { state: 'approved', currency, payoutItems: { none: { releasedAt: null } } },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
  });
  await lockCreatorsOf(tx, waiting);
  const sendable = await sendableOf(tx, waiting, now);
  if (sendable.length === 0) throw new DomainError('batch_empty');
  const id = newId('payoutBatch');
  const { name, accounts } = env().payouts;
  const debtor = accounts[currency];
  await tx.payoutBatch.create({
    data: {
      id,
      currency,
      createdBy: actor.id,
      createdAt: now,
      ...(debtor && { debtorName: name, debtorAccount: debtor.account, debtorBic: debtor.bic }),
    },
  });
  await tx.payoutItem.createMany({
    data: sendable.map((withdrawalId) => ({
      reference: newTransferReference(),
      batchId: id,
      withdrawalId,
    })),
  });
  await audit(tx, {
    actor: actor.id,
    action: 'batch.create',
    subject: id,
    data: { currency, withdrawals: sendable.length },
  });
  return id;
}

/**
 * As many as a batch takes; those that must not be sent take no place of others. Read again under the locks: meanwhile one may
 * have been paid, or put into another batch.
 */
async function sendableOf(tx: Tx, waiting: readonly Withdrawal[], now: Date): Promise<string[]> {
  const locked = await tx.withdrawal.findMany({
    where: {
      id: { in: waiting.map(({ id }) => id) },
      state: 'approved',
      payoutItems: { none: { releasedAt: null } },
    },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
  });
  const sendable: string[] = [];
  for (const { id, causeKey, bankAccountId } of locked) {
    // However many wait, the checks of one batch fit into a transaction.
    if (sendable.length === MOST_IN_BATCH) break;
    if ((await holdReason(tx, { causeKey, bankAccountId, amountMajor: 0 }, now)) === null) sendable.push(id);
  }
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
    for (const currency of new Set(withdrawals.map((one) => one.currency))) await lockCausesOf(tx, creator, currency);
}

/**
 * Cancels a batch that nobody has started to send: its withdrawals wait to be sent again, with another batch or alone.
 * @throws DomainError `not_allowed`, `batch_not_found`, `batch_ended`, `batch_started`.
 */
export async function cancelBatch(actor: Actor, id: string, now: Date): Promise<void> {
  requireStaff(actor);
  await transaction(async (tx) => {
    const { startedAt } = await lockOpenBatch(tx, id);
    if (startedAt) throw new DomainError('batch_started');
    const { count } = await tx.payoutItem.updateMany({
      where: { batchId: id, releasedAt: null },
      data: { releasedAt: now },
    });
    await endUnsent(tx, actor, id, now);
    await audit(tx, {
      actor: actor.id,
      action: 'batch.cancel',
      subject: id,
      data: { withdrawals: count },
    });
  });
}

/**
 * Starts to send all withdrawals of a batch, in one transaction: each is checked as if it were sent alone (changeWithdrawal).
 * One that must not be sent goes back to be decided again and leaves the batch; without any other, the batch is cancelled.
 * From then on there are files for the bank, and their withdrawals cannot be cancelled.
 * @returns how many are being sent, and how many were put back
 * @throws DomainError as `changeWithdrawal`, and then none is; `batch_not_found`, `batch_ended`, `batch_started`.
 */
export async function startBatch(actor: Actor, id: string, now: Date): Promise<{ sending: number; putBack: number }> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const { startedAt } = await lockOpenBatch(tx, id);
    if (startedAt) throw new DomainError('batch_started');
    const items = await lockItems(tx, id);
    let putBack = 0;
    for (const { withdrawalId } of items) {
      const change = { action: 'start_sending', note: null, now, batchId: id } as const;
      const { heldFor } = await changeLocked(tx, actor, withdrawalId, change);
      if (heldFor === null) continue;
      putBack += 1;
      await leaveBatch(tx, withdrawalId, now);
    }
    const counts = { sending: items.length - putBack, putBack };
    if (counts.sending === 0) await endUnsent(tx, actor, id, now);
    else await tx.payoutBatch.update({ where: { id }, data: { startedAt: now, startedBy: actor.id } });
    await audit(tx, { actor: actor.id, action: 'batch.start_sending', subject: id, data: counts });
    return counts;
  });
}

/**
 * Records that the bank has sent a batch: all its withdrawals are paid, in one transaction, each with the reference that its
 * transfer has in the file. What the bank returns of it fails afterwards, one by one.
 * @param sent the day of it, in a time zone
 * @returns how many were paid
 * @throws DomainError as `markWithdrawalSent`, and then none is; `batch_not_found`, `batch_ended`, `batch_not_started`.
 */
export async function markBatchSent(
  actor: Actor,
  id: string,
  sent: Omit<SentTransfer, 'reference'>,
  now: Date,
): Promise<number> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const items = await lockStarted(tx, id);
    for (const { reference, withdrawalId } of items) {
      const change = {
        action: 'mark_sent',
        note: null,
        now,
        batchId: id,
        sent: { ...sent, reference },
      } as const;
      await changeLocked(tx, actor, withdrawalId, change);
    }
    await tx.payoutBatch.update({ where: { id }, data: { sentAt: now, sentBy: actor.id } });
    const data = { paid: items.length, day: sent.day };
    await audit(tx, { actor: actor.id, action: 'batch.mark_sent', subject: id, data });
    return items.length;
  });
}

/**
 * Records that the bank has sent nothing of a batch, which ends: all its withdrawals wait to be decided again.
 * @param note why, to their creators too. At most 500 characters.
 * @throws DomainError as `changeWithdrawal`, and then none does; `batch_not_found`, `batch_ended`, `batch_not_started`.
 */
export async function markBatchNotSent(actor: Actor, id: string, note: string, now: Date): Promise<void> {
  requireStaff(actor);
  requireNote(note);
  await transaction(async (tx) => {
    const items = await lockStarted(tx, id);
    for (const { withdrawalId } of items) {
      await changeLocked(tx, actor, withdrawalId, { action: 'mark_not_sent', note, now, batchId: id });
      await leaveBatch(tx, withdrawalId, now);
    }
    await endUnsent(tx, actor, id, now);
    const data = { withdrawals: items.length, note };
    await audit(tx, { actor: actor.id, action: 'batch.mark_not_sent', subject: id, data });
  });
}

/** Ends a batch of which nothing was sent. */
async function endUnsent(tx: Tx, { id: accountId }: Actor, id: string, now: Date): Promise<void> {
  await tx.payoutBatch.update({ where: { id }, data: { cancelledAt: now, cancelledBy: accountId } });
}

/** Locks a batch that was neither sent nor cancelled. */
async function lockOpenBatch(tx: Tx, id: string): Promise<PayoutBatch> {
  await lockPayoutBatch(tx, id);
  const batch = await tx.payoutBatch.findUnique({ where: { id } });
  if (!batch) throw new DomainError('batch_not_found');
  if (batch.sentAt || batch.cancelledAt) throw new DomainError('batch_ended');
  return batch;
}

/** Locks a batch that is being sent, and the creators of its withdrawals. Returns its items. */
async function lockStarted(tx: Tx, id: string): Promise<PayoutItem[]> {
  const { startedAt } = await lockOpenBatch(tx, id);
  if (!startedAt) throw new DomainError('batch_not_started');
  return lockItems(tx, id);
}

/** Locks the creators of a locked batch's withdrawals. Returns its items: meanwhile one may have been cancelled. */
async function lockItems(tx: Tx, batchId: string): Promise<PayoutItem[]> {
  const inBatch = { batchId, releasedAt: null };
  const items = await tx.payoutItem.findMany({ where: inBatch, include: { withdrawal: true } });
  await lockCreatorsOf(
    tx,
    items.map(({ withdrawal }) => withdrawal),
  );
  return tx.payoutItem.findMany({ where: inBatch, orderBy: { reference: 'asc' } });
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
    currency,
    count: _count,
    amountMajor: Number(_sum.amount ?? 0n) + (_sum.remainderMinor ?? 0) / minorUnitsPerMajor(currency),
  }));
}
