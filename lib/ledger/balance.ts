import type { Tx } from '#lib/db.ts';

/** The money of a cause in one currency, in minor units (lib/money.ts). `left` is what remains. */
export type Balance = {
  currency: string;
  /** All approved donations, before fees and refunds. */
  collectedMinor: bigint;
  /** Our commission, less its share of refunds and disputes. */
  commissionMinor: bigint;
  /** Gateway fees that the creator bears. */
  gatewayCostMinor: bigint;
  /** Refunds of approved donations. */
  refundedMinor: bigint;
  /** Reserved for refunds that were asked for and have not succeeded. */
  refundsReservedMinor: bigint;
  /** Held by open disputes, or lost in them. */
  disputedMinor: bigint;
  /** Requested and not yet paid out. */
  reservedMinor: bigint;
  paidOutMinor: bigint;
  /**
   * The amount owed to the creator; withdrawable.ts says how much can be withdrawn now. Negative if money was reversed
   * after it was withdrawn: then nothing can be, until donations cover it.
   */
  leftMinor: bigint;
};

type Row = { [Name in keyof Balance]: string };

/** The balance of a cause in its own currency, summed over the ledger; zeros without entries. */
export async function causeBalance(tx: Tx, causeKey: string): Promise<Balance> {
  const { currency } = await tx.cause.findUniqueOrThrow({
    where: { key: causeKey },
    select: { currency: true },
  });
  const balances = await balancesOf(tx, [causeKey]);
  return balances.find((balance) => balance.currency === currency) ?? emptyBalance(currency);
}

/** The balances of all causes of a creator together, one per currency, in alphabetical order. */
export async function creatorBalances(tx: Tx, accountId: string): Promise<Balance[]> {
  const causes = await tx.cause.findMany({ where: { ownerId: accountId }, select: { key: true } });
  return balancesOf(
    tx,
    causes.map(({ key }) => key),
  );
}

async function balancesOf(tx: Tx, causeKeys: string[]): Promise<Balance[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT e.currency,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE t.kind = 'donation'
             AND e.account IN ('creator', 'commission')), 0)::text AS "collectedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'commission'), 0)::text AS "commissionMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind = 'settlement' AND e.account = 'creator'), 0)::text
             AS "gatewayCostMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind IN ('refund_reserved', 'refund')
             AND e.account IN ('creator', 'commission', 'refunds_reserved')), 0)::text AS "refundedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'refunds_reserved'), 0)::text AS "refundsReservedMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind = 'dispute'
             AND e.account IN ('creator', 'commission', 'refunds_reserved')), 0)::text AS "disputedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'withdrawal_reserved'), 0)::text AS "reservedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'paid_out'), 0)::text AS "paidOutMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS "leftMinor"
      FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
     WHERE e.cause_key = ANY(${causeKeys})
       AND e.account IN ('creator', 'commission', 'refunds_reserved', 'withdrawal_reserved', 'paid_out')
     GROUP BY e.currency ORDER BY e.currency`;
  return rows.map(
    ({ currency, ...sums }) =>
      ({
        currency,
        ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)])),
      }) as Balance,
  );
}

function emptyBalance(currency: string): Balance {
  return {
    currency,
    collectedMinor: 0n,
    commissionMinor: 0n,
    gatewayCostMinor: 0n,
    refundedMinor: 0n,
    refundsReservedMinor: 0n,
    disputedMinor: 0n,
    reservedMinor: 0n,
    paidOutMinor: 0n,
    leftMinor: 0n,
  };
}
