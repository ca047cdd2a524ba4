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

/** The reconciliation of a gateway account: the last daily run, a newer one for chosen days, and a running one. */
export type ReconciledAccount = Awaited<ReturnType<typeof accountOf>>;
/** The result of a finished reconciliation of a gateway account. */
export type ReconciliationRun = Awaited<ReturnType<typeof presentRun>>;
export type ReconciliationDifference = ReconciliationRun['differences'][number];

/** The reconciliation of every gateway account with the ledger. */
export function listReconciliations(): Promise<ReconciledAccount[]> {
  return Promise.all(gatewayNames().map(accountOf));
}

async function accountOf(gateway: string) {
  const [latest, daily, chosen] = await Promise.all([
    db().reconciliation.findFirst({ where: { gateway }, orderBy: { startedAt: 'desc' } }),
    lastFinished(db(), gateway),
    lastFinished(db(), gateway, false),
  ]);
  const unfinished: Pick<Reconciliation, 'startedAt' | 'problem'> | null =
    latest && latest.finishedAt === null ? latest : null;
  const isNewer = chosen !== null && (daily === null || chosen.startedAt > daily.startedAt);
  return {
    gateway,
    runs: await Promise.all(
      [isNewer ? chosen : null, daily].flatMap((run) => (run?.finishedAt ? [presentRun(run, run.finishedAt)] : [])),
    ),
    /** `problem` is the gateway's own error code; null while it prepares its books. */
    unfinished,
  };
}

async function presentRun(run: Reconciliation, finishedAt: Date) {
  const { id, from, to, routine } = run;
  const scope: 'daily' | 'chosen' = routine ? 'daily' : 'chosen';
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
    scope,
    balances: balancesOf(run).map((one) => ({ currency: one.currency, ...amounts(one) })),
    /** There may be more differences than these. */
    isCut: mayHaveMore(differences),
    differences: differences.map(({ acknowledged, ...one }) => ({
      /** Names it among those of its account: another one once an amount changes. */
      name: differenceName(one),
      about: one.about,
      /** The gateway's id of the payment or movement; the currency of a balance. */
      subject: one.subject,
      /** Our payment, if there is one. */
      paymentId: one.paymentId,
      /** The id of the lost link that an unknown payment is for; null for anything else. */
      lostLinkId: one.lostLink?.id ?? null,
      ...amounts(one),
      /** Why it is no reason for concern, and who said so; null while nobody has. */
      acknowledged: acknowledged && {
        reason: acknowledged.reason,
        at: acknowledged.acknowledgedAt,
        by: nameOf(acknowledged.acknowledgedBy),
      },
    })),
  };
}
