-- Keys have names, and a list of all of them.
ALTER TABLE "api_keys" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "api_keys" ADD CONSTRAINT api_keys_name CHECK (length(name) <= 60);
DROP INDEX "api_keys_client_id_idx";
CREATE INDEX "api_keys_client_id_created_at_id_idx" ON "api_keys"("client_id", "created_at", "id");
CREATE INDEX "api_keys_created_at_id_idx" ON "api_keys"("created_at", "id");

-- Lists of staff by amount, each currency by itself (lib/dashboard/staff/list-order.ts).
CREATE INDEX "payments_currency_amount_id_idx" ON "payments"("currency", "amount", "id");
CREATE INDEX "disputes_currency_amount_minor_id_idx" ON "disputes"("currency", "amount_minor", "id");
CREATE INDEX "withdrawals_state_currency_amount_id_idx" ON "withdrawals"("state", "currency", "amount", "id");

-- The list of declined payments. A declined card leaves its attempt open.
CREATE INDEX payments_declined ON payments (created_at, id)
  WHERE state = 'declined' OR (state IN ('pending', 'canceled') AND last_error IS NOT NULL);

-- What a form would do, sealed, while it waits to be confirmed on a page of its own.
ALTER TABLE "form_results" ADD COLUMN "review" TEXT;

-- How a cause was before it was marked as fraud, so that this can be undone.
ALTER TABLE "causes" ADD COLUMN "before_fraud" TEXT;

-- Differences of a reconciliation that staff know and have explained.
CREATE TABLE "reconciliation_acknowledgements" (
    "id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "ours_minor" TEXT NOT NULL,
    "theirs_minor" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "acknowledged_by" TEXT NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconciliation_acknowledgements_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "reconciliation_acknowledgements_gateway_about_subject_curre_key"
  ON "reconciliation_acknowledgements"("gateway", "about", "subject", "currency", "ours_minor", "theirs_minor");
