import type { Tx } from '#lib/db.ts';
import { KINDS } from './post.ts';

/** A posting of a payment and its effect on the balance of the cause, in minor units. */
export type PaymentStep = { kind: string; at: Date; effectMinor: number };

/** All postings of a payment, in chronological order; of one instant, the donation comes before what it cost. */
export async function paymentSteps(tx: Tx, paymentId: string): Promise<PaymentStep[]> {
  const rows = await tx.$queryRaw<{ kind: string; at: Date; effect: string }[]>`
    SELECT t.kind, t.at, COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS effect
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.payment_id = ${paymentId}
     GROUP BY t.id ORDER BY t.at, t.created_at, array_position(${[...KINDS]}, t.kind), t.id`;
  return rows.map(({ kind, at, effect }) => ({ kind, at, effectMinor: Number(effect) }));
}
