-- What staff give back by bank transfer, because the gateway cannot.
ALTER TABLE "payments" ADD COLUMN     "sent_by_hand_minor" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "refunds" ADD COLUMN     "resolution" TEXT;

CREATE TABLE "manual_refunds" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "refund_id" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "sent_on" DATE NOT NULL,
    "recorded_by" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "manual_refunds_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "manual_refunds_payment_id_idx" ON "manual_refunds"("payment_id");
CREATE INDEX "manual_refunds_refund_id_idx" ON "manual_refunds"("refund_id");
ALTER TABLE "manual_refunds" ADD CONSTRAINT "manual_refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "manual_refunds" ADD CONSTRAINT "manual_refunds_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE manual_refunds
  ADD CONSTRAINT manual_refunds_amount CHECK (amount_minor > 0),
  ADD CONSTRAINT manual_refunds_reference CHECK (char_length(reference) BETWEEN 1 AND 100);
-- A transfer is recorded once, however often its form is sent.
CREATE UNIQUE INDEX manual_refunds_once ON manual_refunds (payment_id, lower(reference));
CREATE TRIGGER manual_refunds_stay BEFORE UPDATE OR DELETE ON manual_refunds FOR EACH ROW
  EXECUTE FUNCTION refuse_change('what was sent by hand');

CREATE TABLE "write_offs" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "write_offs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "write_offs_payment_id_idx" ON "write_offs"("payment_id");
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- Whoever asks never decides, unless nobody else is required (then nobody is named).
ALTER TABLE write_offs
  ADD CONSTRAINT write_offs_amount CHECK (amount_minor > 0),
  ADD CONSTRAINT write_offs_reason CHECK (char_length(reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT write_offs_decided CHECK ((outcome IS NULL) = (decided_at IS NULL)
    AND (decided_by IS NULL OR decided_at IS NOT NULL)),
  ADD CONSTRAINT write_offs_outcome CHECK (outcome IN ('written_off', 'refused')),
  ADD CONSTRAINT write_offs_approved_by_another CHECK (outcome <> 'written_off' OR decided_by <> requested_by);
CREATE TRIGGER write_offs_are_as_requested BEFORE UPDATE ON write_offs FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.amount_minor, OLD.reason, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.amount_minor, NEW.reason, NEW.requested_by, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER write_offs_stay_decided BEFORE UPDATE ON write_offs FOR EACH ROW
  WHEN (OLD.decided_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was decided');
CREATE UNIQUE INDEX write_offs_one_waits_per_payment ON write_offs (payment_id) WHERE decided_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX write_offs_waiting ON write_offs (requested_at, id) WHERE decided_at IS NULL;

-- Each allows what the one before it did and more, or is about a new column, so that no row needs to be looked at while the
-- tables are locked: the next migration does that without holding anybody up. A server of the release before this one cannot
-- forget what was sent by hand: it refuses to record a report until it is replaced.
ALTER TABLE payments
  DROP CONSTRAINT payments_state, DROP CONSTRAINT payments_money_is_known, DROP CONSTRAINT payments_refund_reason,
  ADD CONSTRAINT payments_state CHECK (state IN ('starting', 'pending', 'approved', 'declined', 'canceled', 'failed', 'refund_due',
    'refunded', 'charged_back', 'unclaimed')) NOT VALID,
  ADD CONSTRAINT payments_money_is_known CHECK (state NOT IN ('approved', 'refund_due', 'refunded', 'charged_back', 'unclaimed')
    OR (gateway_payment_id IS NOT NULL AND succeeded_at IS NOT NULL AND settled_at IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT payments_refund_reason CHECK ((state IN ('refund_due', 'refunded', 'charged_back', 'unclaimed'))
    = (refund_reason IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT payments_sent_by_hand_minor CHECK (sent_by_hand_minor >= 0 AND sent_by_hand_minor <= refunded_minor) NOT VALID;

ALTER TABLE refunds
  ADD CONSTRAINT refunds_resolution CHECK (resolution IS NULL
    OR (resolution IN ('sent_by_hand', 'written_off', 'nothing_sent') AND resolved_by IS NOT NULL)) NOT VALID;

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind,
  ADD CONSTRAINT ledger_transactions_kind CHECK (kind IN ('donation', 'uncounted', 'refund_reserved', 'refund', 'dispute', 'write_off',
    'settlement', 'withdrawal', 'payout', 'account_fee')) NOT VALID;

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account,
  ADD CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost', 'gateway_cost_recovery',
    'to_give_back', 'unclaimed', 'refunds_reserved', 'refunds_in_transit', 'disputed', 'dispute_losses', 'withdrawal_reserved', 'bank',
    'paid_out', 'exchange')) NOT VALID;
