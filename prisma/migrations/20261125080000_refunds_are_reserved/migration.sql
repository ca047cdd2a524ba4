-- Reserved for refunds that were asked for and have not succeeded, the part of it that was asked for at the gateway itself, and
-- what has left the gateway's account for such refunds.
ALTER TABLE "payments" ADD COLUMN     "refunds_elsewhere_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "refunds_moved_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "refunds_pending_minor" BIGINT NOT NULL DEFAULT 0;

-- Each allows what the one before it did and more, so that no row needs to be looked at while the table is locked: the next
-- migration does that without holding anybody up.
ALTER TABLE payments
  ADD CONSTRAINT payments_refunds_pending CHECK (refunds_elsewhere_minor BETWEEN 0 AND refunds_pending_minor
    AND refunds_moved_minor >= 0) NOT VALID;

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind,
  ADD CONSTRAINT ledger_transactions_kind CHECK (kind IN ('donation', 'uncounted', 'refund_reserved', 'refund', 'dispute', 'settlement',
    'withdrawal', 'payout', 'account_fee')) NOT VALID;

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account,
  ADD CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost', 'gateway_cost_recovery',
    'to_give_back', 'refunds_reserved', 'refunds_in_transit', 'disputed', 'dispute_losses', 'withdrawal_reserved', 'bank', 'paid_out',
    'exchange')) NOT VALID;
