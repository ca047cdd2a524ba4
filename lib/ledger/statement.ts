import type { Tx } from '#lib/db.ts';

/** The lines of a statement between its two balances, in the order in which they are written. */
export const STATEMENT_LINES = [
  'donations',
  'commission',
  'gatewayCost',
  'refunds',
  'disputes',
  'withdrawals',
  'withdrawalsReturned',
] as const;
export type StatementLineName = (typeof STATEMENT_LINES)[number];

/** What a kind of event changed in the balance: negative for what reduced it. Minor units (lib/money.ts). */
export type StatementLine = {
  name: StatementLineName;
  /**
   * How many; null for fees, which belong to the others. A refund that was rejected and a dispute that was won within the period
   * are none; what was undone of an earlier period is one.
   */
  count: number | null;
  amountMinor: bigint;
};

/**
 * The money of a cause in one currency within a period, in minor units (lib/money.ts). A balance is what is owed to the creator
 * (lib/ledger/balance.ts): a withdrawal leaves it when it is requested, and comes back if it is not paid after all.
 */
export type Statement = {
  currency: string;
  openingMinor: bigint;
  lines: StatementLine[];
  closingMinor: bigint;
};

type Row = { currency: string; openingMinor: string; closingMinor: string } & Record<StatementLineName, string> &
  Partial<Record<`${StatementLineName}Count`, number>>;

/**
 * The statement of a cause for a period, by the time at which things happened, one for each of its currencies: read in one
 * statement of the database, so that all sums are of the same moment.
 * @param from the period's first instant
 * @param before the first instant after it
 */
export async function causeStatements(
  tx: Tx,
  cause: { key: string; currency: string },
  { from, before }: { from: Date; before: Date },
): Promise<Statement[]> {
  const rows = await tx.$queryRaw<Row[]>`
    WITH moved AS (
      SELECT e.currency, e.account, -e.amount_minor AS amount, t.id, t.payment_id, t.at,
             CASE WHEN t.at < ${from} THEN NULL
                  WHEN t.kind = 'withdrawal' THEN
                    CASE WHEN e.amount_minor > 0 THEN 'withdrawals' ELSE 'withdrawalsReturned' END
                  -- What is reserved for a refund has left the balance; the refund itself changes nothing in it.
                  WHEN t.kind = 'refund_reserved' THEN 'refund'
                  ELSE t.kind END AS kind
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
       WHERE e.cause_key = ${cause.key} AND e.account IN ('creator', 'commission') AND t.at < ${before}
    ), reversals AS ( -- of each payment; where no bank took or returned anything, a refund changed what a dispute has of it
      SELECT currency, kind, CASE WHEN SUM(amount) = 0 THEN 0 ELSE GREATEST(-SUM(SIGN(amount)) FILTER (WHERE is_event), 1) END AS count
        FROM (SELECT currency, kind, payment_id, SUM(amount) AS amount,
                     kind = 'refund' OR EXISTS (
                       SELECT 1 FROM ledger_entries g WHERE g.transaction_id = moved.id AND g.account = 'gateway') AS is_event
                FROM moved WHERE kind IN ('refund', 'dispute') GROUP BY currency, kind, payment_id, id) AS posted
       GROUP BY currency, kind, payment_id
    ), reversed AS (
      SELECT currency, SUM(count) FILTER (WHERE kind = 'refund') AS refunds,
             SUM(count) FILTER (WHERE kind = 'dispute') AS disputes
        FROM reversals GROUP BY currency
    )
    SELECT currency,
           COALESCE(SUM(amount) FILTER (WHERE account = 'creator' AND at < ${from}), 0)::text AS "openingMinor",
           COALESCE(SUM(amount) FILTER (WHERE account = 'creator'), 0)::text AS "closingMinor",
           COALESCE(SUM(amount) FILTER (WHERE kind = 'donation'), 0)::text AS donations,
           COALESCE(-SUM(amount) FILTER (WHERE account = 'commission' AND kind IS NOT NULL), 0)::text AS commission,
           COALESCE(SUM(amount) FILTER (WHERE account = 'creator' AND kind = 'settlement'), 0)::text AS "gatewayCost",
           COALESCE(SUM(amount) FILTER (WHERE kind = 'refund'), 0)::text AS refunds,
           COALESCE(SUM(amount) FILTER (WHERE kind = 'dispute'), 0)::text AS disputes,
           COALESCE(SUM(amount) FILTER (WHERE kind = 'withdrawals'), 0)::text AS withdrawals,
           COALESCE(SUM(amount) FILTER (WHERE kind = 'withdrawalsReturned'), 0)::text AS "withdrawalsReturned",
           COUNT(DISTINCT id) FILTER (WHERE kind = 'donation')::int AS "donationsCount",
           COALESCE(MAX(reversed.refunds), 0)::int AS "refundsCount",
           COALESCE(MAX(reversed.disputes), 0)::int AS "disputesCount",
           COUNT(DISTINCT id) FILTER (WHERE kind = 'withdrawals')::int AS "withdrawalsCount",
           COUNT(DISTINCT id) FILTER (WHERE kind = 'withdrawalsReturned')::int AS "withdrawalsReturnedCount"
      FROM moved LEFT JOIN reversed USING (currency) GROUP BY currency ORDER BY currency`;
  const statements = rows.map(statementOf);
  const isKnown = statements.some(({ currency }) => currency === cause.currency);
  return isKnown ? statements : [emptyStatement(cause.currency), ...statements];
}

function statementOf(row: Row): Statement {
  const { currency, openingMinor, closingMinor } = row;
  const lines = STATEMENT_LINES.map((name) => ({
    name,
    count: row[`${name}Count`] ?? null,
    amountMinor: BigInt(row[name]),
  }));
  return { currency, openingMinor: BigInt(openingMinor), lines, closingMinor: BigInt(closingMinor) };
}

function emptyStatement(currency: string): Statement {
  const lines = STATEMENT_LINES.map((name) => ({ name, count: null, amountMinor: 0n }));
  return { currency, openingMinor: 0n, lines, closingMinor: 0n };
}
