import type { Tx } from '#lib/db.ts';

/**
 * The collected amount of a cause, in major units less refunds, with the counts of contributions and donors (rulings 46,
 * 47).
 */
export type Totals = { collected: number; contributions: number; contributors: number };

/**
 * The totals of a cause. Triggers on `payments` (migration `kept_totals`) keep them exact after every change of a payment;
 * their functions define which payments count. Each payment without an email address counts as a donor of its own.
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
