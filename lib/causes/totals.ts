import type { Tx } from '#lib/db.ts';

/** What a cause has collected: major units less what was given back, and who gave (decisions.md 46, 47). */
export type Totals = { collected: number; contributions: number; contributors: number };

/**
 * Sums the contributions of a cause; the view `contributions` says which payments count. Each payment without an email
 * counts as a donor of its own.
 */
export async function causeTotals(tx: Tx, causeKey: string): Promise<Totals> {
  const [row] = await tx.$queryRaw<Totals[]>`
    SELECT COALESCE(SUM(collected), 0)::float8 AS collected,
           COUNT(*)::int AS contributions,
           (COUNT(DISTINCT lower(donor_email)) + COUNT(*) FILTER (WHERE donor_email IS NULL))::int AS contributors
      FROM contributions WHERE cause_key = ${causeKey}`;
  if (!row) throw new Error('Bug: an aggregate without a row');
  return row;
}

/** The same without telling donors apart, which is what takes time where there are many. */
export async function causeSums(tx: Tx, causeKey: string): Promise<Omit<Totals, 'contributors'>> {
  const [row] = await tx.$queryRaw<Omit<Totals, 'contributors'>[]>`
    SELECT COALESCE(SUM(collected), 0)::float8 AS collected, COUNT(*)::int AS contributions
      FROM contributions WHERE cause_key = ${causeKey}`;
  if (!row) throw new Error('Bug: an aggregate without a row');
  return row;
}
