ALTER TABLE payments VALIDATE CONSTRAINT payments_refunds_pending;
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account;

-- Refunds that are pending or wait for a second person, as if each had been reserved when it was asked for. What somebody
-- asked for at a gateway itself is recorded with the next report of its payment.
UPDATE payments SET refunds_pending_minor = asked.amount
  FROM (SELECT payment_id, sum(amount_minor) AS amount
          FROM (SELECT payment_id, amount_minor FROM refunds WHERE state = 'pending'
                 UNION ALL
                SELECT payment_id, amount_minor FROM refund_approvals WHERE decided_at IS NULL) AS each
         GROUP BY payment_id) AS asked
 WHERE payments.id = asked.payment_id;

-- The same arithmetic as lib/ledger/payment-postings.ts. Of unmatched funds nothing is the creator's.
CREATE TEMPORARY TABLE reserved ON COMMIT DROP AS
WITH money AS (
  SELECT p.id, p.cause_key, p.currency, p.amount_minor AS amount, p.refunds_pending_minor AS asked,
         greatest(p.amount_minor - least(p.refunded_minor, p.amount_minor) - p.disputed_minor - p.charged_back_minor, 0) AS owed,
         round(p.amount_minor * l.fee_percent / 100)::bigint AS commission
    FROM payments p JOIN checkout_links l ON l.id = p.link_id
   WHERE p.refunds_pending_minor > 0 AND p.state = 'approved' AND p.amount_minor > 0
), shares AS (
  SELECT *, least(asked, owed) AS reserved,
         round(commission::numeric * (amount - owed + least(asked, owed)) / amount)::bigint
           - round(commission::numeric * (amount - owed) / amount)::bigint AS share
    FROM money
)
SELECT 'ltx_' || left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36) AS transaction_id, *
  FROM shares WHERE reserved > 0;

INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
SELECT transaction_id, 'refund_reserved', 'refund_reserved:' || id || ':1', id, now() FROM reserved;

INSERT INTO ledger_entries (transaction_id, line, account, currency, amount_minor, cause_key)
SELECT r.transaction_id, e.line, e.account, r.currency, e.amount, r.cause_key
  FROM reserved r CROSS JOIN LATERAL (VALUES
    (1, 'creator', r.reserved - r.share), (2, 'commission', r.share), (3, 'refunds_reserved', -r.reserved)) AS e (line, account, amount)
 WHERE e.amount <> 0;
