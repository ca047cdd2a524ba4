import { db } from '#lib/db.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { knownDifferencesOf } from '#lib/reconciliation/acknowledge.ts';
import { lastFinished } from '#lib/reconciliation/begin.ts';
import { mayHaveMore } from '#lib/reconciliation/difference.ts';
import { differenceName } from '#lib/reconciliation/known-differences.ts';
import { balancesOf } from '#lib/reconciliation/perform.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import type { ReconciledAccount, ReconciliationRun } from './reconciliation-view.ts';

/** The reconciliation of every gateway account with the ledger. */
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
    runs: await Promise.all(
      [isNewer ? chosen : null, daily].flatMap((run) => (run?.finishedAt ? [presentRun(run, run.finishedAt)] : [])),
    ),
    unfinished: latest && latest.finishedAt === null ? latest : null,
  };
}

async function presentRun(run: Reconciliation, finishedAt: Date): Promise<ReconciliationRun> {
  const { id, from, to, routine } = run;
  type Sides = { currency: string; oursMinor: string; theirsMinor: string };
  const amounts = ({ currency, oursMinor, theirsMinor }: Sides) => ({
    ours: fromMinor(BigInt(oursMinor), currency),
    theirs: fromMinor(BigInt(theirsMinor), currency),
  });
  const differences = await knownDifferencesOf(db(), run);
  const nameOf = await actorNames(differences.map(({ acknowledged }) => acknowledged?.acknowledgedBy ?? null));
  return {
    id,
    from,
    to,
    finishedAt,
    scope: routine ? 'daily' : 'chosen',
    balances: balancesOf(run).map((one) => ({ currency: one.currency, ...amounts(one) })),
    isCut: mayHaveMore(differences),
    differences: differences.map(({ acknowledged, ...one }) => ({
      name: differenceName(one),
      about: one.about,
      subject: one.subject,
      paymentId: one.paymentId,
      lostLinkId: one.lostLink?.id ?? null,
      ...amounts(one),
      acknowledged: acknowledged && {
        reason: acknowledged.reason,
        at: acknowledged.acknowledgedAt,
        by: nameOf(acknowledged.acknowledgedBy),
      },
    })),
  };
}
