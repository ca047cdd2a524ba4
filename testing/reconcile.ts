import { db, transaction } from '#lib/db.ts';
import type { BookPeriod } from '#lib/rails/port/books.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import type { ReconciledDifference } from '#lib/reconciliation/difference.ts';
import { balancesOf, differencesOf, performReconciliation } from '#lib/reconciliation/perform.ts';
import type { Service } from './service.ts';

/** Reconciles a gateway account, as the daily job does. Returns the differences. */
export async function reconcile(
  gateway: string,
  now = new Date(),
  chosen?: BookPeriod,
): Promise<ReconciledDifference[]> {
  const { id } = await transaction((tx) => beginReconciliation(tx, gateway, now, chosen));
  await performReconciliation(id, now);
  return differencesOf(await db().reconciliation.findUniqueOrThrow({ where: { id } }));
}

/** The ledger's balance of an account in the last run, in minor units by currency. */
export async function heldBalances(gateway: string): Promise<Record<string, number>> {
  const run = await db().reconciliation.findFirstOrThrow({
    where: { gateway, finishedAt: { not: null } },
    orderBy: { finishedAt: 'desc' },
  });
  return Object.fromEntries(balancesOf(run).map(({ currency, oursMinor }) => [currency, Number(oursMinor)]));
}

/** The balance of an account by the ledger and by its emulator, in minor units by currency, without zeros. */
export async function bothBooks(service: Service, gateway: string): Promise<{ ours: object; theirs: object }> {
  const rows = await db().ledgerEntry.groupBy({
    by: ['currency'],
    where: { account: 'gateway', detail: gateway },
    _sum: { amountMinor: true },
  });
  const { balance } = await service.control(`${gateway}/books`);
  const filled = (sums: [string, number][]) => Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
  return {
    ours: filled(rows.map(({ currency, _sum }) => [currency, Number(_sum.amountMinor)])),
    theirs: filled(Object.entries(balance)),
  };
}

/** The balance of a ledger account in a currency, in minor units. */
export async function accountSum(account: string, currency: string): Promise<number> {
  const { _sum } = await db().ledgerEntry.aggregate({
    where: { account, currency },
    _sum: { amountMinor: true },
  });
  return Number(_sum.amountMinor ?? 0n);
}
