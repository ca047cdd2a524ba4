import { db, type Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import { lastFinished } from './begin.ts';
import { differenceName, isUnexplained, type KnownDifference, knownDifferences } from './known-differences.ts';
import { differencesOf } from './perform.ts';

/** The differences of a finished run, each with its acknowledgement. */
export async function knownDifferencesOf(tx: Tx, run: Reconciliation | null): Promise<KnownDifference[]> {
  return run ? knownDifferences(tx, run.gateway, differencesOf(run)) : [];
}

type Acknowledgement = {
  gateway: string;
  /** Its name, with its amounts (`differenceName`). */
  difference: string;
  /** Why it is no reason for concern: 1 to 500 characters. */
  reason: string;
  /** An account, or `console`. */
  by: string;
};

/**
 * Marks a difference of the last runs of a gateway account as known, with an entry in the audit log. It no longer counts as
 * work, until one of its amounts changes; of a balance or sum, by how much its sides differ.
 * @throws DomainError `difference_not_found`, also for one that is acknowledged already, or whose amounts are others by now
 */
export async function acknowledgeDifference(tx: Tx, input: Acknowledgement, now: Date): Promise<KnownDifference> {
  const { gateway, difference, reason, by } = input;
  const found = (await openDifferences(tx, gateway)).find((one) => differenceName(one) === difference);
  if (!found) throw new DomainError('difference_not_found');
  const { about, subject, currency, oursMinor, theirsMinor } = found;
  const named = { gateway, about, subject, currency, oursMinor, theirsMinor };
  await tx.reconciliationAcknowledgement.createMany({
    data: { id: newId('acknowledgement'), ...named, reason, acknowledgedBy: by, acknowledgedAt: now },
    skipDuplicates: true,
  });
  const data = { about, currency, oursMinor, theirsMinor, reason };
  await audit(tx, {
    actor: by,
    action: 'reconciliation.acknowledge',
    subject: `${gateway} ${subject}`,
    data,
  });
  return found;
}

/** The differences of a gateway account that nobody has explained: of its last daily run, and of one for chosen days. */
export async function openDifferences(tx: Tx = db(), gateway: string): Promise<KnownDifference[]> {
  if (!gatewayNames().includes(gateway)) return [];
  const runs = await Promise.all([lastFinished(tx, gateway), lastFinished(tx, gateway, false)]);
  const known = await Promise.all(runs.map((run) => knownDifferencesOf(tx, run)));
  return known.flat().filter(isUnexplained);
}
