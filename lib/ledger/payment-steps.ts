import type { Tx } from '#lib/db.ts';

/** What was posted about a payment, and what it did to the balance of its cause, in minor units. */
export type PaymentStep = { kind: string; at: Date; effectMinor: number };

/** Everything that was posted about a payment, in the order of time. */
export async function paymentSteps(tx: Tx, paymentId: string): Promise<PaymentStep[]> {
  const rows = await tx.$queryRaw<{ kind: string; at: Date; effect: string }[]>`
    SELECT t.kind, t.at, COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS effect
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.payment_id = ${paymentId}
     GROUP BY t.id ORDER BY t.at, t.created_at, t.id`;
  return rows.map(({ kind, at, effect }) => ({ kind, at, effectMinor: Number(effect) }));
}
