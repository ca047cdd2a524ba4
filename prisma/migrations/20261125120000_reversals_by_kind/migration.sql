-- Until now a refund and a dispute of one payment were posted in the order of their reports, so that the sums of each kind could
-- say something else than the payment: a refund that came back while a bank claimed all of the payment stayed a refund. The
-- difference moves from the one kind to the other, as events of today. Accounts keep their sums: both are each other's opposite.
-- The same arithmetic as `reversalSteps` in lib/ledger/payment-postings.ts: what is reserved for refunds, no more than banks leave,
-- is among the refunds. It changes nothing when it is repeated.
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
WITH money AS (
  SELECT p.id, p.gateway, p.currency, p.cause_key, p.state = 'approved' AS counted, p.amount_minor AS amount,
         LEAST(p.refunded_minor, p.amount_minor) AS refunded, ROUND(p.amount_minor * l.fee_percent / 100) AS commission,
         CASE WHEN p.state = 'approved' THEN LEAST(p.refunds_pending_minor, GREATEST(
           p.amount_minor - LEAST(p.refunded_minor, p.amount_minor) - p.disputed_minor - p.charged_back_minor, 0)) ELSE 0 END AS reserved
    FROM payments p JOIN checkout_links l ON l.id = p.link_id
   WHERE p.amount_minor > 0 AND p.id IN (SELECT payment_id FROM disputes)
), shares AS (
  SELECT *, refunded + reserved AS away, ROUND(commission * (refunded + reserved) / amount) AS share FROM money
), wanted AS (
  SELECT m.id, a.account, a.detail, a.amount
    FROM shares m CROSS JOIN LATERAL (VALUES
      ('gateway', gateway, -refunded::numeric),
      ('refunds_reserved', '', -reserved),
      ('commission', '', CASE WHEN counted THEN share ELSE 0 END),
      ('creator', '', CASE WHEN counted THEN away - share ELSE 0 END),
      ('to_give_back', '', CASE WHEN counted THEN 0 ELSE refunded END)) AS a (account, detail, amount)
), posted AS (
  SELECT t.payment_id AS id, e.account, e.detail, SUM(e.amount_minor) AS amount
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
   WHERE t.kind IN ('refund', 'refund_reserved') AND t.payment_id IN (SELECT id FROM money) GROUP BY 1, 2, 3
)
SELECT id, m.currency, m.cause_key, account, detail, COALESCE(w.amount, 0) - COALESCE(p.amount, 0) AS amount
  FROM wanted w FULL JOIN posted p USING (id, account, detail) JOIN money m USING (id)
 WHERE COALESCE(w.amount, 0) <> COALESCE(p.amount, 0);

CREATE TEMPORARY TABLE moves ON COMMIT DROP AS
SELECT 'ltx_' || left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36) AS transaction_id,
       m.id, k.kind, k.sign
  FROM (SELECT DISTINCT id FROM moved) m CROSS JOIN (VALUES ('refund', 1), ('dispute', -1)) AS k (kind, sign);

-- Not numbered like other events: a server may be about to take the next number.
INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
SELECT transaction_id, kind, kind || ':' || id || ':by_kind', id, now() FROM moves;
INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
SELECT s.transaction_id, row_number() OVER (PARTITION BY s.transaction_id ORDER BY m.account), m.account, m.detail, m.currency,
       s.sign * m.amount, m.cause_key
  FROM moves s JOIN moved m USING (id);
