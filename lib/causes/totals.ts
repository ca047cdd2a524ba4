import type { Tx } from '#lib/db.ts';

/** What a cause has collected: whole major units less what was given back, and who gave (decisions.md 46, 47). */
export type Totals = { collected: number; contributions: number; contributors: number };

/**
 * Sums the approved payments of a cause. A payment given back in full, or disputed and not won, is left out; a partial
 * refund lowers `collected`. Each payment without an email counts as a donor of its own.
 */
export async function causeTotals(tx: Tx, causeKey: string): Promise<Totals> {
  const [row] = await tx.$queryRaw<{ collected: number; contributions: number; contributors: number }[]>`
    SELECT COALESCE(SUM(amount - amount::numeric * refunded_minor / NULLIF(amount_minor, 0)), 0)::float8 AS collected,
           COUNT(*)::int AS contributions,
           (COUNT(DISTINCT lower(donor_email)) + COUNT(*) FILTER (WHERE donor_email IS NULL))::int AS contributors
      FROM payments
     WHERE cause_key = ${causeKey} AND state = 'approved'
       AND refunded_minor < amount_minor
       AND (dispute IS NULL OR dispute = 'won')`;
  if (!row) throw new Error('Bug: an aggregate without a row');
  return row;
}
