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

/**
 * What was collected, refunded and is disputed are sums of the payments' own columns, everything else of the ledger: both from
 * an index alone, and in one statement, so that they are of one moment. A cause has postings to these
 * accounts in its own currency only.
 */
async function balancesOf(tx: Tx, causeKeys: string[]): Promise<Balance[]> {
  const rows = await tx.$queryRaw<Row[]>`
    WITH owed AS (
      SELECT cause_key, currency, account, SUM(amount_minor) AS amount FROM ledger_entries
       WHERE cause_key = ANY(${causeKeys})
         AND account IN ('creator', 'commission', 'gateway_cost_recovery', 'refunds_reserved', 'withdrawal_reserved',
                         'paid_out')
       GROUP BY cause_key, currency, account
    ), posted AS (
      SELECT cause_key, currency, -SUM(amount) FILTER (WHERE account = 'commission') AS commission,
             -SUM(amount) FILTER (WHERE account = 'gateway_cost_recovery') AS cost,
             -SUM(amount) FILTER (WHERE account = 'refunds_reserved') AS refunds_reserved,
             -SUM(amount) FILTER (WHERE account = 'withdrawal_reserved') AS reserved,
             -SUM(amount) FILTER (WHERE account = 'paid_out') AS paid_out,
             -SUM(amount) FILTER (WHERE account = 'creator') AS owed
        FROM owed GROUP BY cause_key, currency
    ), received AS ( -- as splitOf has it (payment-postings.ts)
      SELECT cause_key, SUM(amount_minor) AS collected, SUM(LEAST(refunded_minor, amount_minor)) AS refunded,
             SUM(LEAST(disputed_minor + charged_back_minor, GREATEST(amount_minor - refunded_minor, 0))) AS disputed
        FROM payments WHERE cause_key = ANY(${causeKeys}) AND state = 'approved' GROUP BY cause_key
    )
    SELECT p.currency, COALESCE(SUM(r.collected), 0)::text AS "collectedMinor",
           COALESCE(SUM(p.commission), 0)::text AS "commissionMinor",
           COALESCE(SUM(p.cost), 0)::text AS "gatewayCostMinor",
           COALESCE(SUM(r.refunded), 0)::text AS "refundedMinor",
           COALESCE(SUM(p.refunds_reserved), 0)::text AS "refundsReservedMinor",
           COALESCE(SUM(r.disputed), 0)::text AS "disputedMinor",
           COALESCE(SUM(p.reserved), 0)::text AS "reservedMinor",
           COALESCE(SUM(p.paid_out), 0)::text AS "paidOutMinor",
           COALESCE(SUM(p.owed), 0)::text AS "leftMinor"
      FROM posted p LEFT JOIN received r USING (cause_key)
     GROUP BY p.currency ORDER BY p.currency`;
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
