import { db, type Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { LATE_DAYS } from '#lib/ledger/check-books.ts';
import type { BookPeriod } from '#lib/rails/port/books.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';

/**
 * How far each run overlaps the previous one, in milliseconds: lines that a gateway writes late, and money that moved
 * during the last comparison, are compared by this run.
 */
export const OVERLAP_MS = LATE_DAYS * 86_400_000;

/**
 * Creates a reconciliation of a gateway account.
 * @param chosen a period that somebody asked for; by default from the end of the last finished run until now, with an
 * overlap, and the first time from the account's first money.
 */
export async function beginReconciliation(
  tx: Tx,
  gateway: string,
  now: Date,
  chosen?: BookPeriod,
): Promise<Reconciliation> {
  const { from, to } = chosen ?? { from: await routineStart(tx, gateway, now), to: now };
  const id = newId('reconciliation');
  return tx.reconciliation.create({
    data: { id, gateway, from, to, routine: chosen === undefined, startedAt: now },
  });
}

async function routineStart(tx: Tx, gateway: string, now: Date): Promise<Date> {
  const last = await lastFinished(tx, gateway);
  const begin = last?.to ?? (await firstMoney(tx, gateway)) ?? now;
  return new Date(Math.min(begin.getTime(), now.getTime()) - OVERLAP_MS);
}

async function firstMoney(tx: Tx, gateway: string): Promise<Date | null> {
  const first = await tx.payment.findFirst({
    where: { gateway, succeededAt: { not: null } },
    orderBy: { succeededAt: 'asc' },
    select: { succeededAt: true },
  });
  return first?.succeededAt ?? null;
}

/** The last finished run of an account: of the routine runs, which leave no gaps, or of those for a chosen period. */
export function lastFinished(tx: Tx = db(), gateway: string, routine = true): Promise<Reconciliation | null> {
  return tx.reconciliation.findFirst({
    where: { gateway, routine, finishedAt: { not: null } },
    orderBy: { startedAt: 'desc' },
  });
}
