ALTER TABLE payments VALIDATE CONSTRAINT payments_state, VALIDATE CONSTRAINT payments_money_is_known,
  VALIDATE CONSTRAINT payments_refund_reason, VALIDATE CONSTRAINT payments_sent_by_hand_minor;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_resolution;
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account;

-- Failed refunds that wait for staff: also those that were marked as resolved while it was not recorded what became of the money.
CREATE INDEX refunds_open ON refunds (settled_at, id)
  WHERE state = 'failed' AND (resolved_at IS NULL OR (resolved_by IS NOT NULL AND resolution IS NULL));
DROP INDEX refunds_unresolved;
