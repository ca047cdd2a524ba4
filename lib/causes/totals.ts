import type { Tx } from '#lib/db.ts';

/** What a cause has collected: major units less what was given back, and who gave (decisions.md 46, 47). */
export type Totals = { collected: number; contributions: number; contributors: number };

/**
 * The totals of a cause, as of what is committed. They are kept, exactly, by triggers on payments (migration
 * `kept_totals`), whatever changes a payment; the functions beside those say which payments count. Each payment without an
 * email counts as a donor of its own.
 */
export async function causeTotals(tx: Tx, causeKey: string): Promise<Totals> {
  const [row] = await tx.$queryRaw<Totals[]>`
    SELECT COALESCE(SUM(collected), 0)::float8 AS collected,
           COALESCE(SUM(contributions), 0)::int AS contributions,
           COALESCE(SUM(contributors), 0)::int AS contributors
      FROM cause_totals WHERE cause_key = ${causeKey}`;
  if (!row) throw new Error('Bug: an aggregate without a row');
  return row;
}
