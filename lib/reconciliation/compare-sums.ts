import type { Tx } from '#lib/db.ts';
import { type Scope, settledUntil } from './compare.ts';
import type { ReconciledDifference } from './difference.ts';

/**
 * Compares what the ledger says of our bank account with what moved it, in each currency: `bank` with the payouts of the
 * gateway's books until the end of the period, less what staff sent by hand for payments of the gateway and no bank returned;
 * and `paid_out`, in the currencies that the gateway holds, with the withdrawals that were recorded as sent.
 */
export function comparePaidOut(tx: Tx, { gateway, to }: Scope): Promise<ReconciledDifference[]> {
  return tx.$queryRaw<ReconciledDifference[]>`
    WITH amounts AS (
      SELECT 'bank' AS about, e.currency, e.amount_minor AS ours, 0 AS theirs
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id LEFT JOIN payments p ON p.id = t.payment_id
       WHERE e.account = 'bank'
         AND (p.gateway = ${gateway} OR (starts_with(t.dedupe_key, 'payout:' || ${gateway}::text || ':') AND t.at <= ${to}))
       UNION ALL
      SELECT 'bank', currency, 0, -gross_minor FROM book_lines
       WHERE gateway = ${gateway} AND kind = 'payout' AND gateway_payment_id IS NULL AND at <= ${to}
       UNION ALL
      SELECT 'bank', p.currency, 0, -m.amount_minor
        FROM manual_refunds m JOIN payments p ON p.id = m.payment_id
       WHERE p.gateway = ${gateway} AND m.returned_at IS NULL
       UNION ALL
      SELECT 'paid_out', currency, amount_minor, 0 FROM ledger_entries WHERE account = 'paid_out'
       UNION ALL
      SELECT 'paid_out', currency, 0, -(amount * minor_units_per_major(currency) + remainder_minor)
        FROM withdrawals WHERE state = 'paid'
    ), sums AS (
      SELECT about, currency, SUM(ours) AS ours, SUM(theirs) AS theirs FROM amounts GROUP BY about, currency
    )
    SELECT about, currency AS subject, NULL AS "paymentId", currency, ours::text AS "oursMinor", theirs::text AS "theirsMinor"
      FROM sums s
     WHERE ours <> theirs AND (about = 'bank' OR EXISTS (
       SELECT 1 FROM book_lines l WHERE l.gateway = ${gateway} AND l.currency = s.currency))
     ORDER BY about, currency`;
}

/**
 * Compares what creators bear of a gateway's costs with what it took of their donations, by its lines until the end of the
 * period, in each currency. Left out are payments with a posting after `settledUntil`, those from before the first stored lines, and
 * those that were settled in another currency, whose rate no line tells (`ledger check` has it from the postings).
 * @param differing the gateway's ids of payments that are reported by themselves
 */
export function compareBorneCosts(tx: Tx, scope: Scope, differing: readonly string[]): Promise<ReconciledDifference[]> {
  const { gateway, to } = scope;
  return tx.$queryRaw<ReconciledDifference[]>`
    WITH later AS (
      SELECT DISTINCT payment_id AS id FROM ledger_transactions
       WHERE created_at > ${settledUntil(scope)} AND payment_id IS NOT NULL
    ), lines AS (
      SELECT gateway_payment_id, SUM(fee_minor) AS fee, MIN(currency) AS currency, MAX(currency) AS other
        FROM book_lines WHERE gateway = ${gateway} AND gateway_payment_id IS NOT NULL AND at <= ${to}
       GROUP BY gateway_payment_id HAVING bool_or(kind = 'payment')
    ), compared AS (
      SELECT p.id, p.currency,
             CASE WHEN p.state = 'approved' AND c.fee_model = 'plus_gateway_costs' THEN l.fee ELSE 0 END AS theirs
        FROM lines l JOIN payments p ON p.gateway = ${gateway} AND p.gateway_payment_id = l.gateway_payment_id
        JOIN causes c ON c.key = p.cause_key
       WHERE l.currency = p.currency AND l.other = p.currency AND NOT l.gateway_payment_id = ANY(${differing as string[]})
         AND NOT EXISTS (SELECT 1 FROM later WHERE later.id = p.id)
    ), ours AS (
      SELECT k.currency, -SUM(e.amount_minor) AS amount
        FROM compared k JOIN ledger_transactions t ON t.payment_id = k.id JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE e.account = 'gateway_cost_recovery' GROUP BY k.currency
    ), theirs AS (
      SELECT currency, SUM(theirs) AS amount FROM compared GROUP BY currency
    )
    SELECT 'borne_costs' AS about, currency AS subject, NULL AS "paymentId", currency,
           COALESCE(o.amount, 0)::text AS "oursMinor", COALESCE(t.amount, 0)::text AS "theirsMinor"
      FROM ours o FULL JOIN theirs t USING (currency)
     WHERE COALESCE(o.amount, 0) <> COALESCE(t.amount, 0) ORDER BY currency`;
}
