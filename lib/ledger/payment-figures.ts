import type { Tx } from '#lib/db.ts';

/** What has become of a payment for the creator of its cause, in minor units of its currency (lib/money.ts). */
export type PaymentFigures = {
  /** Our commission, less what went back. */
  commissionMinor: bigint;
  /** What the gateway took, where the creator bears it. */
  gatewayCostMinor: bigint;
  /** What the creator has of it: zero while it is disputed, below zero where it went back and cost something. */
  netMinor: bigint;
};

/**
 * The figures of payments that counted, by payment id; one that has none (not approved, or of money that does not count)
 * is left out. Made for a page or a batch of an export: a few hundred ids at a time.
 */
export async function paymentFigures(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentFigures>> {
  const rows = await tx.$queryRaw<{ id: string; commission: string; cost: string; net: string }[]>`
    SELECT t.payment_id AS id,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'commission'), 0)::text AS commission,
           COALESCE(SUM(e.amount_minor) FILTER (WHERE e.account = 'creator' AND t.kind = 'settlement'), 0)::text AS cost,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS net
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.payment_id = ANY(${paymentIds as string[]}) AND e.account IN ('commission', 'creator')
     GROUP BY t.payment_id`;
  return new Map(
    rows.map(({ id, commission, cost, net }) => [
      id,
      { commissionMinor: BigInt(commission), gatewayCostMinor: BigInt(cost), netMinor: BigInt(net) },
    ]),
  );
}
