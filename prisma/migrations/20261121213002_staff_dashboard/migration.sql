-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ledger_checks" (
    "id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "differences" JSONB NOT NULL,

    CONSTRAINT "ledger_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "request_key" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "earlier_minor" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ledger_checks_checked_at_idx" ON "ledger_checks"("checked_at");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_payment_id_request_key_key" ON "refunds"("payment_id", "request_key");

-- CreateIndex
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_at_id_idx" ON "audit_entries"("actor", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action_at_id_idx" ON "audit_entries"("action", "at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_at_id_idx" ON "audit_entries"("subject", "at", "id");

-- DropIndex
DROP INDEX "audit_entries_subject_idx";

-- CreateIndex
CREATE INDEX "causes_created_at_key_idx" ON "causes"("created_at", "key");

-- CreateIndex
CREATE INDEX "checkout_links_external_reference_idx" ON "checkout_links"("external_reference");

-- CreateIndex
CREATE INDEX "checkout_links_created_at_id_idx" ON "checkout_links"("created_at", "id");

-- CreateIndex
CREATE INDEX "clients_created_at_id_idx" ON "clients"("created_at", "id");

-- CreateIndex
CREATE INDEX "gateway_events_received_at_id_idx" ON "gateway_events"("received_at", "id");

-- CreateIndex
CREATE INDEX "payments_created_at_id_idx" ON "payments"("created_at", "id");

-- CreateIndex
CREATE INDEX "payments_state_created_at_id_idx" ON "payments"("state", "created_at", "id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the staff's dashboard promises, kept by the database as well.

ALTER TABLE refunds
  ADD CONSTRAINT refunds_amount CHECK (amount_minor > 0 AND earlier_minor >= 0),
  ADD CONSTRAINT refunds_state CHECK (state IN ('pending', 'succeeded', 'failed')),
  ADD CONSTRAINT refunds_settled CHECK ((state = 'pending') = (settled_at IS NULL)),
  ADD CONSTRAINT refunds_key CHECK (char_length(request_key) BETWEEN 1 AND 255),
  ADD CONSTRAINT refunds_reason CHECK (char_length(reason) BETWEEN 1 AND 500);

-- One after the other: two at once could give back more than there is.
CREATE UNIQUE INDEX refunds_one_pending_per_payment ON refunds (payment_id) WHERE state = 'pending';
-- What the sweep looks for.
CREATE INDEX refunds_pending ON refunds (created_at) WHERE state = 'pending';

CREATE TRIGGER refunds_are_as_requested BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.request_key, OLD.amount_minor, OLD.earlier_minor, OLD.reason, OLD.requested_by, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.request_key, NEW.amount_minor, NEW.earlier_minor, NEW.reason, NEW.requested_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change('what was asked for');

-- Words of a title, whatever the language: nothing is stemmed.
CREATE INDEX causes_title_words ON causes USING gin (to_tsvector('simple', title));

-- Payments that staff look after.
CREATE INDEX payments_not_counted ON payments (created_at, id) WHERE refund_reason IS NOT NULL;
CREATE INDEX payments_disputed ON payments (created_at, id) WHERE dispute IS NOT NULL;
CREATE INDEX payments_given_back ON payments (created_at, id) WHERE refunded_minor > 0;
