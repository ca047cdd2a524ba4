import type { Tx } from '#lib/db.ts';
import { type Difference, MAX_DIFFERENCES } from './difference.ts';

/* What was posted of gateways' fees and payouts, compared with the lines of their own books. */

/**
 * How late a gateway may write a line into its books, in days: each reading of them goes back as far, and a fee whose line is
 * missing is older than that.
 */
export const LATE_DAYS = 3;

/**
 * Derives each posted fee from the gateway's line that it names: the cost, whose it is, and the exchange. A fee is known before
 * its line, because payments are synced at once and books are read daily; until they must have it, its own amount counts, but
 * nothing is taken twice from a payment of which nothing was refunded or disputed. A line is charged once. A payment whose
 * difference from its books staff have acknowledged counts as posted: every reconciliation compares it again.
 */
export function checkSettlements(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH complete AS ( -- the time of which each gateway's books are complete
      SELECT gateway, MIN(from_at) AS since, MAX(LEAST(to_at, finished_at)) - make_interval(days => ${LATE_DAYS}) AS until
        FROM reconciliations WHERE routine AND finished_at IS NOT NULL GROUP BY gateway
    ), lines AS ( -- by what a fee can name: its own line, or the payment that came with it
      SELECT gateway, line_id AS name, gateway_payment_id, currency, gross_minor AS gross, fee_minor AS fee, kind = 'payment' AS came
        FROM book_lines WHERE kind NOT IN ('payout', 'fee')
       UNION ALL
      SELECT gateway, gateway_payment_id, gateway_payment_id, currency, SUM(gross_minor), SUM(fee_minor), true
        FROM book_lines WHERE kind = 'payment' AND gateway_payment_id IS NOT NULL GROUP BY gateway, gateway_payment_id, currency
    ), touched AS (
      SELECT payment_id AS id FROM refunds UNION SELECT payment_id FROM disputes
       UNION SELECT payment_id FROM ledger_transactions WHERE kind IN ('refund_reserved', 'refund', 'dispute')
    ), explained AS (
      SELECT DISTINCT gateway, subject FROM reconciliation_acknowledgements
    ), sums AS (
      SELECT t.id, t.payment_id, t.dedupe_key, t.created_at,
             SUM(e.amount_minor) FILTER (WHERE e.account = 'gateway_cost') AS fee,
             MAX(e.currency) FILTER (WHERE e.account = 'gateway_cost') AS fee_currency,
             SUM(e.amount_minor) FILTER (WHERE e.account = 'exchange' AND e.currency = p.currency) AS amount,
             -SUM(e.amount_minor) FILTER (WHERE e.account = 'exchange' AND e.currency <> p.currency) AS gross,
             MAX(e.currency) FILTER (WHERE e.account = 'exchange' AND e.currency <> p.currency) AS exchanged_currency
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id JOIN payments p ON p.id = t.payment_id
       WHERE t.kind = 'settlement' GROUP BY t.id
    ), posted AS (
      SELECT s.id, s.payment_id, p.gateway, p.cause_key, p.currency, p.gateway_payment_id, p.amount_minor,
             p.state = 'approved' AND c.fee_model = 'plus_gateway_costs' AS is_borne,
             starts_with(s.dedupe_key, 'settlement:' || p.gateway || ':') AS is_of_gateway,
             COALESCE(s.fee, 0) AS fee, COALESCE(s.exchanged_currency, s.fee_currency, p.currency) AS settled_currency,
             COALESCE(s.amount, 0) AS amount, COALESCE(s.gross, 0) AS gross, s.created_at,
             substr(s.dedupe_key, length('settlement:' || p.gateway || ':') + 1) AS name
        FROM sums s JOIN payments p ON p.id = s.payment_id JOIN causes c ON c.key = p.cause_key
    ), named AS MATERIALIZED (
      SELECT p.*, l.name IS NOT NULL AS is_in_books, l.currency AS line_currency, l.gross AS line_gross, l.fee AS line_fee,
             COALESCE(l.came, false) AS came,
             COALESCE(l.gateway_payment_id, p.gateway_payment_id) IS DISTINCT FROM p.gateway_payment_id AS is_of_another,
             l.came AND p.name <> p.gateway_payment_id
               AND bool_or(l.came AND p.name = p.gateway_payment_id) OVER (PARTITION BY p.payment_id) AS is_repeated,
             row_number() OVER (PARTITION BY p.payment_id, p.fee <> 0 ORDER BY l.name IS NULL, p.created_at, p.id) AS number
        FROM posted p LEFT JOIN lines l ON p.is_of_gateway AND l.gateway = p.gateway AND l.name = p.name
    ), sourced AS MATERIALIZED (
      SELECT n.*, CASE
               WHEN n.amount_minor IS NULL OR NOT n.is_of_gateway THEN 'nothing'
               WHEN a.subject IS NOT NULL THEN 'posting'
               WHEN n.is_in_books AND (n.is_of_another OR n.is_repeated) THEN 'nothing'
               WHEN n.is_in_books THEN 'line'
               WHEN n.created_at BETWEEN b.since AND b.until THEN 'nothing'
               WHEN n.fee <> 0 AND n.number > 1 AND t.id IS NULL THEN 'nothing'
               ELSE 'posting' END AS source
        FROM named n
        LEFT JOIN complete b ON b.gateway = n.gateway
        LEFT JOIN touched t ON t.id = n.payment_id
        LEFT JOIN explained a ON a.gateway = n.gateway AND a.subject = n.gateway_payment_id
    ), movements AS MATERIALIZED (
      SELECT id, payment_id, gateway, cause_key, currency, is_borne,
             CASE source WHEN 'line' THEN line_currency ELSE settled_currency END AS settled_currency,
             CASE source WHEN 'line' THEN line_fee WHEN 'posting' THEN fee ELSE 0 END AS fee,
             CASE source WHEN 'line' THEN line_gross WHEN 'posting' THEN gross ELSE 0 END AS gross,
             CASE WHEN source = 'line' AND came THEN amount_minor WHEN source = 'nothing' THEN 0 ELSE amount END AS amount
        FROM sourced
    ), shares AS MATERIALIZED (
      SELECT *, settled_currency <> currency AS is_exchanged, currency || '/' || settled_currency AS pair, CASE
               WHEN NOT is_borne THEN 0
               WHEN settled_currency = currency THEN fee
               WHEN gross = 0 THEN 0
               ELSE SIGN(fee) * ROUND(ABS(fee)::numeric * ABS(amount) / ABS(gross)) END AS borne
        FROM movements
    ), expected AS (
      SELECT s.id, s.payment_id, s.cause_key, a.*
        FROM shares s CROSS JOIN LATERAL (VALUES
          ('gateway', gateway, settled_currency, CASE WHEN is_exchanged THEN gross ELSE 0 END - fee),
          ('gateway', gateway, currency, CASE WHEN is_exchanged THEN -amount ELSE 0 END),
          ('exchange', pair, currency, CASE WHEN is_exchanged THEN amount ELSE 0 END),
          ('exchange', pair, settled_currency, CASE WHEN is_exchanged THEN -gross ELSE 0 END),
          ('gateway_cost', '', settled_currency, fee),
          ('creator', '', currency, borne),
          ('gateway_cost_recovery', '', currency, -borne)) AS a (account, detail, currency, amount)
       WHERE a.amount <> 0
    ), found AS (
      SELECT t.id, t.payment_id, COALESCE(e.cause_key, '') AS cause_key, e.account, e.detail, e.currency, SUM(e.amount_minor) AS amount
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE t.kind = 'settlement' GROUP BY t.id, 3, 4, 5, 6
    )
    SELECT 'payment' AS about, 'settlement' AS kind, payment_id AS subject, NULLIF(cause_key, '') AS "causeKey", currency, account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f USING (id, payment_id, cause_key, account, detail, currency)
     WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0)
     ORDER BY payment_id, account, cause_key LIMIT ${MAX_DIFFERENCES}`;
}

/**
 * Derives payouts and fees of gateway accounts from the lines that they name. They are posted from lines only, so a posting
 * without a line is an error. A line that was not posted shows in the account's balance, which each reconciliation compares.
 */
export function checkAccountLines(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH lines AS (
      SELECT CASE kind WHEN 'payout' THEN 'payout' ELSE 'account_fee' END AS kind, gateway, line_id, currency,
             CASE kind WHEN 'payout' THEN gross_minor ELSE 0 END AS paid_in, net_minor AS net
        FROM book_lines WHERE kind IN ('payout', 'fee') AND gateway_payment_id IS NULL
    ), posted AS (
      SELECT id, kind, dedupe_key FROM ledger_transactions WHERE kind IN ('payout', 'account_fee')
    ), expected AS (
      SELECT p.id, l.currency, a.*
        FROM posted p JOIN lines l ON p.kind = l.kind AND p.dedupe_key = l.kind || ':' || l.gateway || ':' || l.line_id
       CROSS JOIN LATERAL (VALUES ('gateway', gateway, net), ('bank', '', -paid_in), ('gateway_cost', '', paid_in - net))
          AS a (account, detail, amount)
    ), found AS (
      SELECT p.id, e.currency, e.account, e.detail, e.cause_key, SUM(e.amount_minor) AS amount
        FROM posted p JOIN ledger_entries e ON e.transaction_id = p.id GROUP BY 1, 2, 3, 4, 5
    ), differing AS (
      SELECT id, f.cause_key, currency, account, COALESCE(x.amount, 0) AS expected, COALESCE(f.amount, 0) AS found
        FROM expected x FULL JOIN found f USING (id, currency, account, detail)
       WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0) OR f.cause_key IS NOT NULL
    )
    SELECT 'account_line' AS about, p.kind, p.dedupe_key AS subject, d.cause_key AS "causeKey", d.currency, d.account,
           d.expected::text AS "expectedMinor", d.found::text AS "foundMinor"
      FROM differing d JOIN posted p USING (id) ORDER BY p.dedupe_key, d.account LIMIT ${MAX_DIFFERENCES}`;
}
