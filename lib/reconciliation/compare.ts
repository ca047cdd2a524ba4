import type { Tx } from '#lib/db.ts';
import { UNREAD_PREFIX } from '#lib/payments/sync/decisions.ts';
import type { BookPeriod } from '#lib/rails/port/books.ts';
import { MAX_DIFFERENCES, type ReconciledDifference } from './difference.ts';

/** How far a gateway's clock may be ahead of the database's, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * What was posted to a payment until then has its lines within the period. After it the gateway may date them later than the
 * end of the period: such sums are compared by the next run.
 */
export function settledUntil({ to }: BookPeriod): Date {
  return new Date(to.getTime() - CLOCK_TOLERANCE_MS);
}

/** The compared period of an account, and subjects of earlier differences to compare again. */
export type Scope = BookPeriod & { gateway: string; earlier: readonly string[] };

/**
 * Payments for which gateway and ledger differ, in each settlement currency: compares the sum of a payment's lines until
 * the end of the period with the sum of its entries at the gateway. Payments from before the first stored lines are not
 * compared.
 * @param settledOnly leaves out payments with later postings than the period, and sums that differ where there is a posting
 * after `settledUntil`: the lines do not reach that far, and the next run compares them.
 */
export function comparePayments(tx: Tx, scope: Scope, settledOnly: boolean): Promise<ReconciledDifference[]> {
  const { gateway, from, to, earlier } = scope;
  return tx.$queryRaw<ReconciledDifference[]>`
    WITH touched AS (
      SELECT gateway_payment_id AS id FROM book_lines
       WHERE gateway = ${gateway} AND at BETWEEN ${from} AND ${to} AND gateway_payment_id IS NOT NULL
      UNION
      SELECT gateway_payment_id FROM payments WHERE gateway = ${gateway} AND succeeded_at BETWEEN ${from} AND ${to}
      UNION
      SELECT l.gateway_payment_id FROM book_lines l
       WHERE l.gateway = ${gateway} AND l.gateway_payment_id = ANY(${earlier as string[]})
      UNION
      SELECT p.gateway_payment_id FROM payments p
       WHERE p.gateway = ${gateway} AND p.gateway_payment_id = ANY(${earlier as string[]})
    ), known AS (
      SELECT t.id, p.id AS payment_id, p.currency,
             p.succeeded_at BETWEEN ${from} AND ${to} OR t.id = ANY(${earlier as string[]}) AS is_due
        FROM touched t LEFT JOIN payments p ON p.gateway = ${gateway} AND p.gateway_payment_id = t.id
    ), theirs AS (
      SELECT l.gateway_payment_id AS id, l.currency, SUM(l.net_minor) AS amount
        FROM touched t JOIN book_lines l ON l.gateway = ${gateway} AND l.gateway_payment_id = t.id
       WHERE l.at <= ${to} GROUP BY 1, 2
    ), begun AS (
      SELECT DISTINCT l.gateway_payment_id AS id
        FROM touched t JOIN book_lines l ON l.gateway = ${gateway} AND l.gateway_payment_id = t.id
       WHERE l.kind = 'payment' AND l.at <= ${to}
    ), ours AS (
      SELECT k.id, e.currency, SUM(e.amount_minor) AS amount
        FROM known k JOIN ledger_transactions t ON t.payment_id = k.payment_id
        JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE e.account = 'gateway' AND e.detail = ${gateway} GROUP BY 1, 2
    ), both_sides AS (
      SELECT id, currency, COALESCE(o.amount, 0) AS ours, COALESCE(t.amount, 0) AS theirs
        FROM ours o FULL JOIN theirs t USING (id, currency)
    ), judged AS (
      SELECT k.id, k.payment_id, s.currency, s.ours, s.theirs, CASE
               WHEN k.payment_id IS NULL THEN 'unknown_payment'
               WHEN NOT EXISTS (SELECT 1 FROM theirs t WHERE t.id = k.id) THEN 'missing_payment'
               ELSE 'amount' END AS about, k.is_due OR EXISTS (SELECT 1 FROM begun b WHERE b.id = k.id) AS is_comparable,
             s.currency = k.currency AS is_own_currency
        FROM known k JOIN both_sides s ON s.id = k.id
    )
    SELECT about, id AS subject, payment_id AS "paymentId", currency, ours::text AS "oursMinor", theirs::text AS "theirsMinor"
      FROM judged
     WHERE (about = 'unknown_payment' OR is_comparable
            AND (ours <> theirs OR about = 'missing_payment' AND is_own_currency))
       AND NOT (${settledOnly} AND EXISTS (
         SELECT 1 FROM ledger_transactions t WHERE t.payment_id = judged.payment_id
            AND t.created_at > CASE about WHEN 'amount' THEN ${settledUntil(scope)}::timestamptz ELSE ${to} END))
     ORDER BY 2, 4 LIMIT ${MAX_DIFFERENCES}`;
}

/**
 * Payments of an account whose gateway did not tell everything when it was asked last, or not at all in this run, with
 * both sums, in every currency of either.
 * @param failed the gateway's ids of those that this run could not retrieve
 */
export function findUnread(tx: Tx, { gateway }: Scope, failed: readonly string[]): Promise<ReconciledDifference[]> {
  return tx.$queryRaw<ReconciledDifference[]>`
    WITH unread AS (
      SELECT gateway_payment_id AS id FROM payments
       WHERE gateway = ${gateway} AND cost_due_at IS NOT NULL AND gateway_payment_id IS NOT NULL
         AND starts_with(last_error, ${UNREAD_PREFIX}::text)
      UNION
      SELECT unnest(${failed as string[]}::text[])
    ), known AS (
      SELECT u.id, p.id AS payment_id, p.currency
        FROM unread u LEFT JOIN payments p ON p.gateway = ${gateway} AND p.gateway_payment_id = u.id
    ), amounts AS (
      SELECT id, currency, 0 AS ours, 0 AS theirs FROM known WHERE payment_id IS NOT NULL
      UNION ALL
      SELECT k.id, e.currency, e.amount_minor, 0
        FROM known k JOIN ledger_transactions t ON t.payment_id = k.payment_id
        JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE e.account = 'gateway' AND e.detail = ${gateway}
      UNION ALL
      SELECT k.id, l.currency, 0, l.net_minor
        FROM known k JOIN book_lines l ON l.gateway = ${gateway} AND l.gateway_payment_id = k.id
    )
    SELECT 'unread_payment' AS about, k.id AS subject, k.payment_id AS "paymentId", a.currency,
           SUM(a.ours)::text AS "oursMinor", SUM(a.theirs)::text AS "theirsMinor"
      FROM known k JOIN amounts a ON a.id = k.id
     GROUP BY k.id, k.payment_id, k.currency, a.currency
    HAVING a.currency = k.currency OR SUM(a.ours) <> 0 OR SUM(a.theirs) <> 0
     ORDER BY 2, 4 LIMIT ${MAX_DIFFERENCES}`;
}

/** Movements of a gateway that belong to no payment and have no kind that is posted automatically. */
export function findOtherMovements(tx: Tx, { gateway, from, to, earlier }: Scope): Promise<ReconciledDifference[]> {
  return tx.$queryRaw<ReconciledDifference[]>`
    SELECT 'unknown_movement' AS about, line_id AS subject, NULL AS "paymentId", currency, '0' AS "oursMinor",
           net_minor::text AS "theirsMinor"
      FROM book_lines
     WHERE gateway = ${gateway} AND at BETWEEN ${from} AND ${to} AND gateway_payment_id IS NULL AND kind NOT IN ('payout', 'fee')
    UNION
    SELECT 'unknown_movement', line_id, NULL, currency, '0', net_minor::text
      FROM book_lines
     WHERE gateway = ${gateway} AND line_id = ANY(${earlier as string[]}) AND gateway_payment_id IS NULL
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}
