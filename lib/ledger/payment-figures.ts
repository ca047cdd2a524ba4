import type { Tx } from '#lib/db.ts';

/** A payment's figures for the creator of its cause, in minor units of its currency (lib/money.ts). */
export type PaymentFigures = {
  /** Our commission, less its share of refunds and disputes. */
  commissionMinor: bigint;
  /** The gateway fee, if the creator bears it. */
  gatewayCostMinor: bigint;
  /** The creator's share: zero while it is disputed, negative if it was reversed and cost a fee. */
  netMinor: bigint;
  /** When it was last refunded; null if it was not. */
  refundedAt: Date | null;
};

/**
 * The figures of approved payments, by payment id; others are left out. Meant for a page or a batch of an export: a few
 * hundred ids at a time.
 */
export async function paymentFigures(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentFigures>> {
  const rows = await tx.$queryRaw<
    { id: string; commission: string; cost: string; net: string; refundedAt: Date | null }[]
  >`
    SELECT t.payment_id AS id,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'commission'), 0)::text AS commission,
           COALESCE(SUM(e.amount_minor) FILTER (WHERE e.account = 'creator' AND t.kind = 'settlement'), 0)::text AS cost,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS net,
           MAX(t.at) FILTER (WHERE t.kind = 'refund') AS "refundedAt"
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.payment_id = ANY(${paymentIds as string[]}) AND e.account IN ('commission', 'creator', 'refunds_reserved')
     GROUP BY t.payment_id`;
  return new Map(
    rows.map(({ id, commission, cost, net, refundedAt }) => [
      id,
      {
        commissionMinor: BigInt(commission),
        gatewayCostMinor: BigInt(cost),
        netMinor: BigInt(net),
        refundedAt,
      },
    ]),
  );
}
