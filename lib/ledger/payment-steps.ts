import type { Tx } from '#lib/db.ts';
import { KINDS } from './post.ts';

/** A posting of a payment. Amounts in minor units of the payment's currency. */
export type PaymentStep = {
  kind: string;
  at: Date;
  /** Its effect on the balance of the cause. */
  effectMinor: number;
  /** What came into the account at the gateway; negative for what left it. */
  receivedMinor: number;
};

/** All postings of a payment, in chronological order; of one instant, the donation comes before what it cost. */
export async function paymentSteps(tx: Tx, paymentId: string): Promise<PaymentStep[]> {
  const rows = await tx.$queryRaw<{ kind: string; at: Date; effect: string; received: string }[]>`
    SELECT t.kind, t.at, COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS effect,
           COALESCE(SUM(e.amount_minor) FILTER (WHERE e.account = 'gateway' AND e.currency = p.currency), 0)::text AS received
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id JOIN payments p ON p.id = t.payment_id
     WHERE t.payment_id = ${paymentId}
     GROUP BY t.id ORDER BY t.at, t.created_at, array_position(${[...KINDS]}, t.kind), t.id`;
  return rows.map(({ kind, at, effect, received }) => ({
    kind,
    at,
    effectMinor: Number(effect),
    receivedMinor: Number(received),
  }));
}
