-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "approved_by" TEXT,
ADD COLUMN     "awaits_approval" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "created_by" TEXT;

-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "contact_email" TEXT;

-- CreateTable
CREATE TABLE "refund_approvals" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "request_key" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "seen_minor" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "refund_id" TEXT,

    CONSTRAINT "refund_approvals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_approvals_refund_id_key" ON "refund_approvals"("refund_id");

-- CreateIndex
CREATE UNIQUE INDEX "refund_approvals_payment_id_request_key_key" ON "refund_approvals"("payment_id", "request_key");

-- AddForeignKey
ALTER TABLE "refund_approvals" ADD CONSTRAINT "refund_approvals_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_approvals" ADD CONSTRAINT "refund_approvals_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whoever asks never decides, and what was asked for is what is decided.
ALTER TABLE refund_approvals
  ADD CONSTRAINT refund_approvals_amount CHECK (amount_minor > 0 AND seen_minor >= 0),
  ADD CONSTRAINT refund_approvals_key CHECK (char_length(request_key) BETWEEN 1 AND 255),
  ADD CONSTRAINT refund_approvals_reason CHECK (char_length(reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT refund_approvals_decided CHECK ((decided_at IS NULL) = (decided_by IS NULL)
    AND (refund_id IS NULL OR decided_at IS NOT NULL)),
  ADD CONSTRAINT refund_approvals_approved_by_another CHECK (refund_id IS NULL OR decided_by <> requested_by);
CREATE TRIGGER refund_approvals_are_as_requested BEFORE UPDATE ON refund_approvals FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.request_key, OLD.amount_minor, OLD.seen_minor, OLD.reason, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.request_key, NEW.amount_minor, NEW.seen_minor, NEW.reason, NEW.requested_by, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER refund_approvals_stay_decided BEFORE UPDATE ON refund_approvals FOR EACH ROW
  WHEN (OLD.decided_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was decided');
-- Two that wait could together give back more than there is.
CREATE UNIQUE INDEX refund_approvals_one_waits_per_payment ON refund_approvals (payment_id) WHERE decided_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX refund_approvals_waiting ON refund_approvals (requested_at, id) WHERE decided_at IS NULL;

ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL)
    AND NOT (awaits_approval AND approved_at IS NOT NULL)),
  ADD CONSTRAINT api_keys_approved_by_another CHECK (approved_by <> created_by);
CREATE TRIGGER api_keys_wait_for_another BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.awaits_approval AND NOT NEW.awaits_approval AND NEW.approved_at IS NULL)
  EXECUTE FUNCTION refuse_change('that it waits for a second person');
CREATE INDEX api_keys_waiting ON api_keys (created_at, id) WHERE awaits_approval AND revoked_at IS NULL;
