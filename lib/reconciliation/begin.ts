import { db, type Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Period } from '#lib/rails/port.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';

/**
 * How far back each run looks again, in milliseconds: what a gateway writes late, and what was in motion while the last run
 * compared, is compared by this one.
 */
export const OVERLAP_MS = 3 * 86_400_000;

/**
 * Writes down that a gateway account is to be reconciled.
 * @param chosen days that somebody asked for; without them from where the last finished run ended until now, with an
 * overlap, and the first time from the account's first money on.
 */
export async function beginReconciliation(
  tx: Tx,
  gateway: string,
  now: Date,
  chosen?: Period,
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

/** The last finished run of an account, of those that leave nothing out between them or of those for chosen days. */
export function lastFinished(tx: Tx = db(), gateway: string, routine = true): Promise<Reconciliation | null> {
  return tx.reconciliation.findFirst({
    where: { gateway, routine, finishedAt: { not: null } },
    orderBy: { startedAt: 'desc' },
  });
}
