-- Reads the tables beside whoever writes to them.
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind, VALIDATE CONSTRAINT ledger_transactions_subject;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account, VALIDATE CONSTRAINT ledger_entries_cause;
