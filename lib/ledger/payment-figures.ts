import type { Tx } from '#lib/db.ts';
import { leastOf } from '#lib/money.ts';
import { commissionAfterRefunds, type PaymentSplit, type Reversals, splitOf } from './payment-postings.ts';

/** What is known of a received payment. Amounts in minor units of its currency (lib/money.ts). */
type PaymentState = Omit<Reversals, 'refundsMovedMinor'> & {
  amountMinor: bigint;
  /** The percentage of its link, as text with at most four decimals. */
  feePercent: string;
  /** Whether it completed its link. Unmatched funds (ruling 42) bring the creator nothing, and cost them nothing. */
  counted: boolean;
  /** What its gateway took from the creator; zero where the service bears it. */
  costMinor: bigint;
};

/** Where a payment's money is now, in minor units of its currency: what every page, file and sum shows of it. */
export type PaymentFigures = PaymentSplit & {
  paidMinor: bigint;
  /** Of what was left: reserved for refunds. `keptMinor` is without it. */
  refundingMinor: bigint;
  /** Our commission, less its share of refunds and disputes. */
  commissionMinor: bigint;
  /** The gateway fee, if the creator bears it. */
  costMinor: bigint;
  /** The creator's share: zero while it is disputed, negative if it was reversed and cost a fee. */
  netMinor: bigint;
};

/**
 * Where a payment's money is, from its state alone: in whatever order refunds and chargebacks were reported, begun and undone,
 * the same state has the same figures. The balance of a cause sums the same columns (lib/ledger/balance.ts).
 */
export function figuresOf(state: PaymentState): PaymentFigures {
  const { amountMinor: paidMinor, feePercent, counted, refundsPendingMinor, costMinor } = state;
  const split = splitOf(paidMinor, state);
  if (!counted) return { paidMinor, ...split, refundingMinor: 0n, commissionMinor: 0n, costMinor: 0n, netMinor: 0n };
  const refundingMinor = leastOf(refundsPendingMinor, split.keptMinor);
  const keptMinor = split.keptMinor - refundingMinor;
  const commissionMinor = commissionAfterRefunds(paidMinor, paidMinor - keptMinor, feePercent);
  return {
    paidMinor,
    ...split,
    refundingMinor,
    keptMinor,
    commissionMinor,
    costMinor,
    netMinor: keptMinor - commissionMinor - costMinor,
  };
}

/** What the ledger adds to a payment's own row. */
export type PostedFacts = {
  /** What its gateway took from the creator, in minor units of the payment's currency. */
  costMinor: bigint;
  /** When it was last refunded; null if it was not. */
  refundedAt: Date | null;
};
export const NOTHING_POSTED: PostedFacts = { costMinor: 0n, refundedAt: null };

/**
 * What was posted of payments, by payment id; one of which nothing was is left out. Meant for a page or a batch of an export:
 * a few hundred ids at a time.
 */
export async function postedFacts(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, PostedFacts>> {
  const rows = await tx.$queryRaw<{ id: string; cost: string; refundedAt: Date | null }[]>`
    SELECT t.payment_id AS id,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'gateway_cost_recovery'), 0)::text AS cost,
           MAX(t.at) FILTER (WHERE t.kind = 'refund' AND e.account <> 'gateway_cost_recovery' AND e.amount_minor < 0)
             AS "refundedAt"
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
     WHERE t.payment_id = ANY(${paymentIds as string[]})
       AND e.account IN ('gateway_cost_recovery', 'gateway', 'refunds_in_transit', 'bank')
     GROUP BY t.payment_id`;
  return new Map(rows.map(({ id, cost, refundedAt }) => [id, { costMinor: BigInt(cost), refundedAt }]));
}
