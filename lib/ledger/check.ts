import { type WrongTotal, wrongTotals } from '#lib/causes/check-totals.ts';
import type { Tx } from '#lib/db.ts';

/**
 * A difference within the ledger, between the ledger and the rows it records, or between a cause's stored totals and its
 * contributions. Amounts in minor units, as text.
 */
export type Difference = {
  about:
    | ('currency' | 'transaction' | 'payment' | 'manual_refund' | 'dispute' | 'refunds')
    | ('totals' | 'withdrawal')
    | WrongTotal['about'];
  /** The currency, or the id of the row that differs. */
  subject: string;
  causeKey: string | null;
  /** Empty for differences in counts. */
  currency: string;
  account: string | null;
  expectedMinor: string;
  foundMinor: string;
};

/** How many differences are reported: the first ones show the problem. */
const MAX_DIFFERENCES = 100;

/**
 * Checks that every currency and every transaction sums to zero, that payments, withdrawals and contributions agree with the
 * ledger, and that the stored totals of causes equal the sums of their contributions. Run it in one repeatable read
 * transaction, because payments go on meanwhile.
 * @returns the differences; empty when all is well.
 */
export async function checkLedger(tx: Tx): Promise<Difference[]> {
  const found = [
    ...(await currencies(tx)),
    ...(await transactions(tx)),
    ...(await payments(tx)),
    ...(await manualRefunds(tx)),
    ...(await disputes(tx)),
    ...(await refunds(tx)),
    ...(await withdrawals(tx)),
    ...(await totals(tx)),
    ...(await keptTotals(tx)),
  ];
  return found.slice(0, MAX_DIFFERENCES);
}

function currencies(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    SELECT 'currency' AS about, currency AS subject, NULL AS "causeKey", currency, NULL AS account,
           '0' AS "expectedMinor", SUM(amount_minor)::text AS "foundMinor"
      FROM ledger_entries GROUP BY currency HAVING SUM(amount_minor) <> 0`;
}

function transactions(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    SELECT 'transaction' AS about, t.id AS subject, MIN(e.cause_key) AS "causeKey", COALESCE(e.currency, '') AS currency,
           NULL AS account, '0' AS "expectedMinor", COALESCE(SUM(e.amount_minor), 0)::text AS "foundMinor"
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
     GROUP BY t.id, e.currency HAVING COALESCE(SUM(e.amount_minor), 0) <> 0 OR COUNT(e.line) = 0
     LIMIT ${MAX_DIFFERENCES}`;
}

/**
 * Compares the ledger's entries with where each payment's row says its money is (rulings 42, 46). Implements the rule a
 * second time, in SQL, to detect errors in the postings.
 */
function payments(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH by_hand AS (
      SELECT payment_id, SUM(amount_minor) AS amount FROM manual_refunds GROUP BY payment_id
    ), money AS (
      SELECT p.id, p.cause_key, p.currency, p.state = 'approved' AS counted, p.amount_minor AS amount,
             p.state = 'unclaimed' AND EXISTS (
               SELECT 1 FROM write_offs w WHERE w.payment_id = p.id AND w.outcome = 'written_off') AS unclaimed,
             COALESCE(h.amount, 0) AS by_hand,
             LEAST(p.refunded_minor - COALESCE(h.amount, 0), p.amount_minor) + p.disputed_minor + p.charged_back_minor
               AS gone_at_gateway,
             LEAST(p.refunds_moved_minor, GREATEST(p.amount_minor - p.refunded_minor + COALESCE(h.amount, 0), 0)) AS moved,
             CASE WHEN p.state = 'approved' THEN p.refunds_pending_minor ELSE 0 END AS pending,
             ROUND(p.amount_minor * l.fee_percent / 100) AS commission
        FROM payments p JOIN checkout_links l ON l.id = p.link_id LEFT JOIN by_hand h ON h.payment_id = p.id
       WHERE p.state IN ('approved', 'refund_due', 'refunded', 'charged_back', 'unclaimed') AND p.amount_minor > 0
    ), gone AS (
      SELECT *, gone_at_gateway + by_hand AS gone FROM money
    ), kept AS (
      SELECT *, GREATEST(amount - gone, 0) AS owed, GREATEST(amount - gone - pending, 0) AS kept,
             commission - ROUND(commission * LEAST(gone + pending, amount) / amount) AS commission_kept FROM gone
    ), expected AS (
      SELECT k.id, k.cause_key, k.currency, a.account, a.amount
        FROM kept k CROSS JOIN LATERAL (VALUES
          ('gateway', amount - gone_at_gateway - moved),
          ('bank', -by_hand),
          ('refunds_in_transit', moved),
          ('refunds_reserved', kept - owed),
          ('dispute_losses', GREATEST(gone - amount, 0)),
          ('commission', CASE WHEN counted THEN -commission_kept ELSE 0 END),
          ('creator', CASE WHEN counted THEN commission_kept - kept ELSE 0 END),
          ('to_give_back', CASE WHEN counted OR unclaimed THEN 0 ELSE -owed END),
          ('unclaimed', CASE WHEN unclaimed THEN -owed ELSE 0 END)) AS a (account, amount)
    ), found AS (
      SELECT t.payment_id AS id, e.currency, e.account, SUM(e.amount_minor) AS amount
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE t.kind IN ('donation', 'uncounted', 'refund_reserved', 'refund', 'dispute', 'write_off') GROUP BY 1, 2, 3
    )
    SELECT 'payment' AS about, COALESCE(x.id, f.id) AS subject, COALESCE(x.cause_key, p.cause_key) AS "causeKey",
           COALESCE(x.currency, f.currency) AS currency, COALESCE(x.account, f.account) AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f ON f.id = x.id AND f.currency = x.currency AND f.account = x.account
      LEFT JOIN payments p ON p.id = f.id
     WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0)
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares what each payment's row says was sent by hand with the transfers that staff recorded. */
function manualRefunds(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT payment_id AS id, SUM(amount_minor) AS amount FROM manual_refunds GROUP BY payment_id
    ), stored AS (
      SELECT id, sent_by_hand_minor AS amount FROM payments WHERE sent_by_hand_minor > 0
    )
    SELECT 'manual_refund' AS about, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(s.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN stored s ON s.id = x.id JOIN payments p ON p.id = COALESCE(x.id, s.id)
     WHERE COALESCE(x.amount, 0) <> COALESCE(s.amount, 0)
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the chargeback amounts of each payment's row with its disputes. */
function disputes(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT d.payment_id AS id,
             SUM(CASE WHEN d.currency = p.currency THEN d.amount_minor ELSE p.amount_minor END) AS amount
        FROM disputes d JOIN payments p ON p.id = d.payment_id
       WHERE d.kind = 'chargeback' AND d.status IN ('open', 'lost') GROUP BY d.payment_id
    ), held AS (
      SELECT id, cause_key, currency, disputed_minor + charged_back_minor AS amount FROM payments
       WHERE disputed_minor > 0 OR charged_back_minor > 0
    )
    SELECT 'dispute' AS about, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(t.amount, 0)::text AS "expectedMinor", COALESCE(h.amount, 0)::text AS "foundMinor"
      FROM expected t FULL JOIN held h ON h.id = t.id JOIN payments p ON p.id = COALESCE(t.id, h.id)
     WHERE COALESCE(t.amount, 0) <> COALESCE(h.amount, 0)
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares what each payment's row reserves for refunds with the refunds that have not ended. */
function refunds(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH asked AS (
      SELECT payment_id AS id, amount_minor AS amount FROM refunds WHERE state = 'pending'
       UNION ALL
      SELECT payment_id, amount_minor FROM refund_approvals WHERE decided_at IS NULL
    ), expected AS (
      SELECT id, SUM(amount) AS amount FROM asked GROUP BY id
    ), reserved AS (
      SELECT id, refunds_pending_minor - refunds_elsewhere_minor AS amount FROM payments WHERE refunds_pending_minor > 0
    )
    SELECT 'refunds' AS about, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(r.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN reserved r ON r.id = x.id JOIN payments p ON p.id = COALESCE(x.id, r.id)
     WHERE COALESCE(x.amount, 0) <> COALESCE(r.amount, 0)
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares reserved and paid amounts with the state of each withdrawal. */
function withdrawals(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT w.id, w.cause_key, w.currency, a.account,
             a.times * (w.amount * (CASE WHEN w.currency IN ('CLP', 'PYG') THEN 1 ELSE 100 END) + w.remainder_minor) AS amount
        FROM withdrawals w CROSS JOIN LATERAL (VALUES
          ('creator', CASE WHEN state IN ('requested', 'approved', 'sending', 'paid') THEN 1 ELSE 0 END),
          ('withdrawal_reserved', CASE WHEN state IN ('requested', 'approved', 'sending') THEN -1 ELSE 0 END),
          ('paid_out', CASE WHEN state = 'paid' THEN -1 ELSE 0 END)) AS a (account, times)
    ), found AS (
      SELECT t.withdrawal_id AS id, e.currency, e.account, SUM(e.amount_minor) AS amount
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
       WHERE t.kind = 'withdrawal' GROUP BY 1, 2, 3
    )
    SELECT 'withdrawal' AS about, COALESCE(x.id, f.id) AS subject, x.cause_key AS "causeKey",
           COALESCE(x.currency, f.currency) AS currency, COALESCE(x.account, f.account) AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(f.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN found f ON f.id = x.id AND f.currency = x.currency AND f.account = x.account
     WHERE COALESCE(x.amount, 0) <> COALESCE(f.amount, 0)
     ORDER BY 2 LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the contributions of a cause with its donations in the ledger. */
function totals(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH shown AS (
      SELECT cause_key, SUM(collected) AS collected FROM contributions GROUP BY cause_key
    ), posted AS (
      SELECT e.cause_key, e.currency, -SUM(e.amount_minor) AS collected
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
       WHERE e.account IN ('creator', 'commission', 'refunds_reserved')
         AND t.kind IN ('donation', 'refund_reserved', 'refund', 'dispute') GROUP BY 1, 2
    ), both_sides AS (
      SELECT c.key, c.currency, COALESCE(p.collected, 0) AS found,
             ROUND(COALESCE(s.collected, 0) * (CASE WHEN c.currency IN ('CLP', 'PYG') THEN 1 ELSE 100 END)) AS expected
        FROM causes c
        LEFT JOIN shown s ON s.cause_key = c.key
        LEFT JOIN posted p ON p.cause_key = c.key AND p.currency = c.currency
    )
    SELECT 'totals' AS about, key AS subject, key AS "causeKey", currency, NULL AS account,
           expected::text AS "expectedMinor", found::text AS "foundMinor"
      FROM both_sides WHERE expected <> found ORDER BY key LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the stored totals of a cause with its contributions. */
async function keptTotals(tx: Tx): Promise<Difference[]> {
  const wrong = await wrongTotals(tx, MAX_DIFFERENCES);
  return wrong.map(({ about, causeKey, currency, expected, found }) => ({
    ...{ about, subject: causeKey, causeKey, currency, account: null },
    ...{ expectedMinor: expected, foundMinor: found },
  }));
}
