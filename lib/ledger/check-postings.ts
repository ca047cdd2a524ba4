import type { Tx } from '#lib/db.ts';
import { type Difference, MAX_DIFFERENCES } from './difference.ts';

/* What was posted of payments and withdrawals, compared with what their rows say, each kind by itself. */

/**
 * Derives the postings of each payment from its row, the transfers by hand that were not returned, and its write-offs (rulings
 * 42, 46, 53), kind by kind and cause by cause. Implements the rule of lib/ledger/payment-postings.ts a second time, in SQL, to
 * detect errors in the postings. What a refund took depends on whether it was reserved before: `refund` and `refund_reserved` are
 * one sum. Which refunds and disputes of unmatched funds came before a write-off is in no row: to them, `unclaimed` is
 * `to_give_back`.
 */
export function checkPayments(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH by_hand AS (
      SELECT payment_id, SUM(amount_minor) AS amount FROM manual_refunds WHERE returned_at IS NULL GROUP BY payment_id
    ), written_off AS (
      SELECT payment_id, SUM(amount_minor) AS amount FROM write_offs WHERE outcome = 'written_off' GROUP BY payment_id
    ), money AS (
      SELECT p.id, p.cause_key, p.currency, p.gateway, p.state = 'approved' AS counted, p.amount_minor AS amount,
             COALESCE(h.amount, 0) AS by_hand, COALESCE(w.amount, 0) AS written_off,
             LEAST(p.refunded_minor - COALESCE(h.amount, 0), p.amount_minor) AS by_gateway,
             p.disputed_minor + p.charged_back_minor AS disputed, p.refunds_moved_minor AS moving,
             CASE WHEN p.state = 'approved' THEN p.refunds_pending_minor ELSE 0 END AS pending,
             CASE WHEN p.state = 'approved' THEN ROUND(p.amount_minor * l.fee_percent / 100) ELSE 0 END AS commission
        FROM payments p JOIN checkout_links l ON l.id = p.link_id
        LEFT JOIN by_hand h ON h.payment_id = p.id LEFT JOIN written_off w ON w.payment_id = p.id
       WHERE p.state IN ('approved', 'refund_due', 'refunded', 'charged_back', 'unclaimed') AND p.amount_minor > 0
    ), owed AS MATERIALIZED ( -- to creator and service, or to the donor: by refunds alone, and with what chargebacks have
      SELECT *, GREATEST(amount - by_gateway - by_hand, 0) AS owed_by_refunds,
             GREATEST(amount - by_gateway - by_hand - disputed, 0) AS owed,
             GREATEST(LEAST(moving, amount - by_gateway), 0) AS moved
        FROM money WHERE by_gateway <> 0 OR by_hand <> 0 OR disputed <> 0 OR moving <> 0 OR pending <> 0
    ), kept AS MATERIALIZED ( -- no more is reserved for refunds than chargebacks leave
      SELECT *, LEAST(pending, owed) AS reserved, owed_by_refunds - LEAST(pending, owed) AS kept_by_refunds,
             owed - LEAST(pending, owed) AS kept FROM owed
    ), shares AS MATERIALIZED ( -- what is the creator's and ours of it
      SELECT *, commission - ROUND(commission * (amount - kept_by_refunds) / amount) AS commission_by_refunds,
             commission - ROUND(commission * (amount - kept) / amount) AS commission_kept,
             GREATEST(by_gateway + by_hand - amount, 0) AS lost_by_refunds,
             owed + by_hand - (amount - by_gateway - disputed) AS lost
        FROM kept
    ), expected AS (
      SELECT m.id, m.cause_key, m.currency, a.*
        FROM money m CROSS JOIN LATERAL (VALUES
          (CASE WHEN counted THEN 'donation' ELSE 'uncounted' END, 'gateway', gateway, amount),
          ('donation', 'creator', '', CASE WHEN counted THEN commission - amount ELSE 0 END),
          ('donation', 'commission', '', -commission),
          ('uncounted', 'to_give_back', '', CASE WHEN counted THEN 0 ELSE -amount END),
          ('write_off', 'to_give_back', '', written_off),
          ('write_off', 'unclaimed', '', -written_off)) AS a (kind, account, detail, amount)
       WHERE a.amount <> 0
       UNION ALL
      SELECT s.id, s.cause_key, s.currency, a.*
        FROM shares s CROSS JOIN LATERAL (VALUES
          ('refund', 'gateway', gateway, -by_gateway - moved),
          ('refund', 'refunds_in_transit', '', moved),
          ('refund', 'bank', '', -by_hand),
          ('refund', 'dispute_losses', '', lost_by_refunds),
          ('refund', 'creator', '', CASE WHEN counted
             THEN commission_by_refunds - kept_by_refunds - commission + amount ELSE 0 END),
          ('refund', 'commission', '', commission - commission_by_refunds),
          ('refund', 'refunds_reserved', '', -reserved),
          ('refund', 'to_give_back', '', CASE WHEN counted THEN 0 ELSE amount - owed_by_refunds END),
          ('dispute', 'gateway', gateway, -disputed),
          ('dispute', 'dispute_losses', '', lost - lost_by_refunds),
          ('dispute', 'creator', '', CASE WHEN counted
             THEN commission_kept - kept - commission_by_refunds + kept_by_refunds ELSE 0 END),
          ('dispute', 'commission', '', commission_by_refunds - commission_kept),
          ('dispute', 'to_give_back', '', CASE WHEN counted THEN 0 ELSE owed_by_refunds - owed END))
          AS a (kind, account, detail, amount)
       WHERE a.amount <> 0
    ), found AS (
      SELECT t.payment_id AS id, COALESCE(e.cause_key, '') AS cause_key, e.currency,
             CASE t.kind WHEN 'refund_reserved' THEN 'refund' ELSE t.kind END AS kind,
             CASE WHEN e.account = 'unclaimed' AND t.kind IN ('refund', 'dispute') THEN 'to_give_back' ELSE e.account END AS account,
             e.detail, SUM(e.amount_minor) AS amount
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE t.kind IN ('donation', 'uncounted', 'refund_reserved', 'refund', 'dispute', 'write_off')
       GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT 'payment' AS about, kind, id AS subject, NULLIF(cause_key, '') AS "causeKey", currency, account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f USING (id, cause_key, currency, kind, account, detail)
     WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0)
     ORDER BY id, kind, account, cause_key LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares what the ledger owes to donors who cannot be paid with what is left of the payments that wait for them. */
export function checkUnclaimed(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT id, refunded_minor + disputed_minor + charged_back_minor - amount_minor AS amount FROM payments p
       WHERE state = 'unclaimed' AND EXISTS (
         SELECT 1 FROM write_offs w WHERE w.payment_id = p.id AND w.outcome = 'written_off')
    ), found AS (
      SELECT t.payment_id AS id, SUM(e.amount_minor) AS amount
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id WHERE e.account = 'unclaimed' GROUP BY 1
    )
    SELECT 'payment' AS about, NULL AS kind, p.id AS subject, p.cause_key AS "causeKey", p.currency, 'unclaimed' AS account,
           LEAST(COALESCE(x.amount, 0), 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f USING (id) JOIN payments p USING (id)
     WHERE LEAST(COALESCE(x.amount, 0), 0) <> COALESCE(f.amount, 0)
     ORDER BY p.id LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares reserved and paid amounts with the state of each withdrawal. */
export function checkWithdrawals(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT w.id, w.cause_key, w.currency, a.account,
             a.times * (w.amount * minor_units_per_major(w.currency) + w.remainder_minor) AS amount
        FROM withdrawals w CROSS JOIN LATERAL (VALUES
          ('creator', CASE WHEN state IN ('requested', 'approved', 'sending', 'paid') THEN 1 ELSE 0 END),
          ('withdrawal_reserved', CASE WHEN state IN ('requested', 'approved', 'sending') THEN -1 ELSE 0 END),
          ('paid_out', CASE WHEN state = 'paid' THEN -1 ELSE 0 END)) AS a (account, times)
    ), found AS (
      SELECT t.withdrawal_id AS id, COALESCE(e.cause_key, '') AS cause_key, e.currency, e.account, SUM(e.amount_minor) AS amount
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE t.kind = 'withdrawal' GROUP BY 1, 2, 3, 4
    )
    SELECT 'withdrawal' AS about, 'withdrawal' AS kind, id AS subject, NULLIF(cause_key, '') AS "causeKey", currency, account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f USING (id, cause_key, currency, account)
     WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0)
     ORDER BY id, account, cause_key LIMIT ${MAX_DIFFERENCES}`;
}
