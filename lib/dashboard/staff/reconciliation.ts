import { db } from '#lib/db.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { lastFinished } from '#lib/reconciliation/begin.ts';
import { balancesOf, differencesOf } from '#lib/reconciliation/perform.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import type { ReconciledAccount, ReconciliationRun } from '../reconciliation-view.ts';
import { fromMinor } from './amounts.ts';

/** How every gateway account stands against the ledger. */
export function listReconciliations(): Promise<ReconciledAccount[]> {
  return Promise.all(gatewayNames().map(accountOf));
}

async function accountOf(gateway: string): Promise<ReconciledAccount> {
  const [latest, daily, chosen] = await Promise.all([
    db().reconciliation.findFirst({ where: { gateway }, orderBy: { startedAt: 'desc' } }),
    lastFinished(db(), gateway),
    lastFinished(db(), gateway, false),
  ]);
  const isNewer = chosen !== null && (daily === null || chosen.startedAt > daily.startedAt);
  return {
    gateway,
    runs: [...(isNewer ? [chosen] : []), ...(daily ? [daily] : [])].flatMap(presentRun),
    unfinished: latest && latest.finishedAt === null ? latest : null,
  };
}

function presentRun(run: Reconciliation): ReconciliationRun[] {
  const { id, from, to, finishedAt, routine } = run;
  if (!finishedAt) return [];
  type Sides = { currency: string; oursMinor: string; theirsMinor: string };
  const amounts = ({ currency, oursMinor, theirsMinor }: Sides) => ({
    ours: fromMinor(BigInt(oursMinor), currency, ''),
    theirs: fromMinor(BigInt(theirsMinor), currency, ''),
  });
  return [
    {
      ...{ id, from, to, finishedAt, scope: routine ? 'daily' : 'chosen' },
      balances: balancesOf(run).map((one) => ({ currency: one.currency, ...amounts(one) })),
      differences: differencesOf(run).map((one) => ({
        ...{ about: one.about, subject: one.subject, paymentId: one.paymentId },
        ...amounts(one),
      })),
    },
  ];
}
