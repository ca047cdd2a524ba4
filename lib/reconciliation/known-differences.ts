import type { Tx } from '#lib/db.ts';
import type { ReconciliationAcknowledgement } from '#prisma/generated/client.ts';
import { type ReconciledDifference, SUM_KINDS } from './difference.ts';

/** A difference of a gateway account, with who explained it; null while nobody has. */
export type KnownDifference = ReconciledDifference & { acknowledged: ReconciliationAcknowledgement | null };

type Explained = Pick<ReconciliationAcknowledgement, 'about' | 'subject' | 'currency' | 'oursMinor' | 'theirsMinor'>;

/**
 * What names a difference of an account. The same one with other amounts is another one: what was explained has changed. Both
 * sides of a balance or sum change with every payment; there, what was explained is by how much they differ.
 */
export function differenceName({ about, subject, currency, oursMinor, theirsMinor }: Explained): string {
  const amounts = SUM_KINDS.has(about) ? [BigInt(theirsMinor) - BigInt(oursMinor)] : [oursMinor, theirsMinor];
  // The subject is last: a gateway's id can be any text.
  return [about, currency, ...amounts, subject].join(' ');
}

/** The differences of a gateway account, each with its acknowledgement. */
export async function knownDifferences(
  tx: Tx,
  gateway: string,
  differences: readonly ReconciledDifference[],
): Promise<KnownDifference[]> {
  if (differences.length === 0) return [];
  const found = await tx.reconciliationAcknowledgement.findMany({
    where: {
      gateway,
      // The index has it before the subject.
      about: { in: differences.map(({ about }) => about) },
      subject: { in: differences.map(({ subject }) => subject) },
    },
  });
  const byName = new Map(found.map((one) => [differenceName(one), one]));
  return differences.map((one) => ({ ...one, acknowledged: byName.get(differenceName(one)) ?? null }));
}

/** Whether nobody has explained a difference: it counts. */
export function isUnexplained({ acknowledged }: Pick<KnownDifference, 'acknowledged'>): boolean {
  return acknowledged === null;
}
