import type { Tx } from '#lib/db.ts';
import { type Difference, MAX_DIFFERENCES } from './difference.ts';

/* What payments store of their refunds and disputes, compared with the rows of these. */

/** Compares what each payment's row says was sent by hand with the transfers that staff recorded, but for the returned ones. */
export function checkManualRefunds(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT payment_id AS id, SUM(amount_minor) AS amount FROM manual_refunds WHERE returned_at IS NULL GROUP BY payment_id
    ), stored AS (
      SELECT id, sent_by_hand_minor AS amount FROM payments WHERE sent_by_hand_minor > 0
    )
    SELECT 'manual_refund' AS about, NULL AS kind, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(s.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN stored s ON s.id = x.id JOIN payments p ON p.id = COALESCE(x.id, s.id)
     WHERE COALESCE(x.amount, 0) <> COALESCE(s.amount, 0)
     ORDER BY p.id LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the amounts of each payment's row that chargebacks hold back, and those that they took, with its disputes. */
export function checkDisputes(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH expected AS (
      SELECT d.payment_id AS id, d.status,
             SUM(CASE WHEN d.currency = p.currency THEN d.amount_minor ELSE p.amount_minor END) AS amount
        FROM disputes d JOIN payments p ON p.id = d.payment_id
       WHERE d.kind = 'chargeback' AND d.status IN ('open', 'lost') GROUP BY d.payment_id, d.status
    ), stored AS (
      SELECT id, s.status, s.amount
        FROM payments CROSS JOIN LATERAL (VALUES ('open', disputed_minor), ('lost', charged_back_minor)) AS s (status, amount)
       WHERE disputed_minor > 0 OR charged_back_minor > 0
    )
    SELECT 'dispute' AS about, NULL AS kind, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(s.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN stored s ON s.id = x.id AND s.status = x.status JOIN payments p ON p.id = COALESCE(x.id, s.id)
     WHERE COALESCE(x.amount, 0) <> COALESCE(s.amount, 0)
     ORDER BY p.id LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares what each payment's row reserves for refunds with the refunds that have not ended. */
export function checkReserved(tx: Tx): Promise<Difference[]> {
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
    SELECT 'refunds' AS about, NULL AS kind, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           COALESCE(x.amount, 0)::text AS "expectedMinor", COALESCE(r.amount, 0)::text AS "foundMinor"
      FROM expected x FULL JOIN reserved r ON r.id = x.id JOIN payments p ON p.id = COALESCE(x.id, r.id)
     WHERE COALESCE(x.amount, 0) <> COALESCE(r.amount, 0)
     ORDER BY p.id LIMIT ${MAX_DIFFERENCES}`;
}

/**
 * Compares the refunds that have succeeded with what each payment's row says its gateway refunded. It can be more than they are:
 * a refund that somebody made at the gateway itself has no row.
 */
export function checkRefunded(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH succeeded AS (
      SELECT payment_id AS id, SUM(amount_minor) AS amount FROM refunds WHERE state = 'succeeded' GROUP BY payment_id
    )
    SELECT 'refunded' AS about, NULL AS kind, p.id AS subject, p.cause_key AS "causeKey", p.currency, NULL AS account,
           s.amount::text AS "expectedMinor", (p.refunded_minor - p.sent_by_hand_minor)::text AS "foundMinor"
      FROM succeeded s JOIN payments p ON p.id = s.id
     WHERE s.amount > p.refunded_minor - p.sent_by_hand_minor
     ORDER BY p.id LIMIT ${MAX_DIFFERENCES}`;
}
