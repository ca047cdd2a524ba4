import type { Tx } from '#lib/db.ts';

/** The money of a cause in one currency, in minor units (lib/money.ts). `available` is what the rest comes to. */
export type Balance = {
  currency: string;
  /** Every donation that counted, before anything was taken or given back. */
  collectedMinor: bigint;
  /** Our commission, less what went back with refunds and disputes. */
  commissionMinor: bigint;
  /** What gateways took, where the creator bears it. */
  gatewayCostMinor: bigint;
  /** Given back to donors after it counted. */
  refundedMinor: bigint;
  /** In open disputes, or lost in them. */
  disputedMinor: bigint;
  /** Asked for and not yet paid out. */
  reservedMinor: bigint;
  paidOutMinor: bigint;
  /**
   * What may be withdrawn. Below zero when money went back after it was withdrawn: then nothing may be, until donations
   * have made it good.
   */
  availableMinor: bigint;
};

type Row = { [Name in keyof Balance]: Name extends 'currency' ? string : string };

/** The balance of a cause in its own currency, summed over the ledger; zeros where nothing happened. */
export async function causeBalance(tx: Tx, causeKey: string): Promise<Balance> {
  const { currency } = await tx.cause.findUniqueOrThrow({
    where: { key: causeKey },
    select: { currency: true },
  });
  const balances = await balancesOf(tx, [causeKey]);
  return balances.find((balance) => balance.currency === currency) ?? emptyBalance(currency);
}

/** What a creator has with all their causes together, one balance for each currency, in its alphabet's order. */
export async function creatorBalances(tx: Tx, accountId: string): Promise<Balance[]> {
  const causes = await tx.cause.findMany({ where: { ownerId: accountId }, select: { key: true } });
  return balancesOf(
    tx,
    causes.map(({ key }) => key),
  );
}

/** What may be withdrawn from a cause now, in minor units; below zero when more went back than was left. */
export async function availableMinor(tx: Tx, key: string, currency: string): Promise<bigint> {
  return (await availableOfEach(tx, [{ key, currency }])).get(key) ?? 0n;
}

/** The same for each of some causes, by their keys, in one statement; those to which nothing was given are left out. */
export async function availableOfEach(
  tx: Tx,
  causes: readonly { key: string; currency: string }[],
): Promise<Map<string, bigint>> {
  const rows = await tx.$queryRaw<{ key: string; currency: string; available: string }[]>`
    SELECT cause_key AS key, currency, (-SUM(amount_minor))::text AS available FROM ledger_entries
     WHERE cause_key = ANY(${causes.map(({ key }) => key)}) AND account = 'creator' GROUP BY cause_key, currency`;
  const currencies = new Map(causes.map(({ key, currency }) => [key, currency]));
  const own = rows.filter(({ key, currency }) => currencies.get(key) === currency);
  return new Map(own.map(({ key, available }) => [key, BigInt(available)]));
}

async function balancesOf(tx: Tx, causeKeys: string[]): Promise<Balance[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT e.currency,
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE t.kind = 'donation'
             AND e.account IN ('creator', 'commission')), 0)::text AS "collectedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'commission'), 0)::text AS "commissionMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind = 'settlement' AND e.account = 'creator'), 0)::text
             AS "gatewayCostMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind = 'refund'
             AND e.account IN ('creator', 'commission')), 0)::text AS "refundedMinor",
           COALESCE(SUM(e.amount_minor) FILTER (WHERE t.kind = 'dispute'
             AND e.account IN ('creator', 'commission')), 0)::text AS "disputedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'withdrawal_reserved'), 0)::text AS "reservedMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'paid_out'), 0)::text AS "paidOutMinor",
           COALESCE(-SUM(e.amount_minor) FILTER (WHERE e.account = 'creator'), 0)::text AS "availableMinor"
      FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
     WHERE e.cause_key = ANY(${causeKeys})
       AND e.account IN ('creator', 'commission', 'withdrawal_reserved', 'paid_out')
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
    disputedMinor: 0n,
    reservedMinor: 0n,
    paidOutMinor: 0n,
    availableMinor: 0n,
  };
}
