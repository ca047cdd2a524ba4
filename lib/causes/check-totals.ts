import { db, type Tx } from '#lib/db.ts';

/** A stored total of a cause that differs from the sum of its contributions. */
export type WrongTotal = {
  /** `donors`: the number of donors whose stored number of contributions is wrong. It should be zero. */
  about: 'collected' | 'contributions' | 'contributors' | 'donors';
  causeKey: string;
  /** The currency of `collected`, which is in minor units; empty for counts. All numbers are integers as text. */
  currency: string;
  expected: string;
  found: string;
};

/**
 * Sums up the contributions of every cause, distinguishing donors by email address, and compares the stored totals. Run it
 * in a snapshot, because payments continue meanwhile. Returns at most `limit` differences.
 */
export function wrongTotals(tx: Tx, limit: number): Promise<WrongTotal[]> {
  return tx.$queryRaw<WrongTotal[]>`
    WITH summed AS (
      SELECT cause_key, SUM(collected) AS collected, COUNT(*) AS contributions,
             COUNT(DISTINCT COALESCE(erased_donor, lower(donor_email)))
               + COUNT(*) FILTER (WHERE donor_email IS NULL AND erased_donor IS NULL) AS contributors
        FROM contributions GROUP BY cause_key
    ), kept AS (
      SELECT cause_key, SUM(collected) AS collected, SUM(contributions) AS contributions, SUM(contributors) AS contributors
        FROM cause_totals GROUP BY cause_key
    ), wrong_donors AS (
      SELECT cause_key, COUNT(*) AS donors
        FROM (SELECT cause_key, donor, COUNT(*) AS contributions FROM contributions WHERE donor IS NOT NULL GROUP BY 1, 2) s
        FULL JOIN cause_contributors k USING (cause_key, donor)
       WHERE s.contributions IS DISTINCT FROM k.contributions GROUP BY cause_key
    )
    SELECT f.about, c.key AS "causeKey", CASE f.about WHEN 'collected' THEN c.currency ELSE '' END AS currency,
           ROUND(COALESCE(f.expected, 0))::text AS expected, ROUND(COALESCE(f.found, 0))::text AS found
      FROM causes c
      LEFT JOIN summed s ON s.cause_key = c.key
      LEFT JOIN kept k ON k.cause_key = c.key
      LEFT JOIN wrong_donors w ON w.cause_key = c.key
     CROSS JOIN LATERAL (SELECT minor_units_per_major(c.currency) AS minor) units
     CROSS JOIN LATERAL (VALUES
       ('collected', s.collected * minor, k.collected * minor),
       ('contributions', s.contributions, k.contributions),
       ('contributors', s.contributors, k.contributors),
       ('donors', 0, w.donors)) AS f (about, expected, found)
     WHERE COALESCE(f.expected, 0) <> COALESCE(f.found, 0)
     ORDER BY c.key, f.about LIMIT ${limit}`;
}

/** Recomputes all stored totals from the contributions, exactly, while payments continue. Returns the number of causes. */
export async function recountTotals(): Promise<number> {
  const [row] = await db().$queryRaw<{ causes: number }[]>`SELECT rebuild_totals() AS causes`;
  if (!row) throw new Error('Bug: a function without a result');
  return row.causes;
}
