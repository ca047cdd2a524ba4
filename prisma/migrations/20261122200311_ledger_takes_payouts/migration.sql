-- Each allows what the one before it did and more, so that no row needs to be looked at while the table is locked: the next
-- migration does that without holding anybody up.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind, DROP CONSTRAINT ledger_transactions_subject,
  ADD CONSTRAINT ledger_transactions_kind CHECK (kind IN ('donation', 'uncounted', 'refund', 'dispute', 'settlement', 'withdrawal',
    'payout', 'account_fee')) NOT VALID,
  ADD CONSTRAINT ledger_transactions_subject CHECK ((kind = 'withdrawal') = (withdrawal_id IS NOT NULL)
    AND (kind IN ('withdrawal', 'payout', 'account_fee')) = (payment_id IS NULL)) NOT VALID;

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account, DROP CONSTRAINT ledger_entries_cause,
  ADD CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost', 'gateway_cost_recovery',
    'to_give_back', 'disputed', 'dispute_losses', 'withdrawal_reserved', 'bank', 'paid_out', 'exchange')) NOT VALID,
  ADD CONSTRAINT ledger_entries_cause CHECK (cause_key IS NOT NULL OR account IN ('gateway', 'gateway_cost', 'bank', 'exchange')) NOT VALID;
