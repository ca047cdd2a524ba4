-- DropIndex
DROP INDEX "causes_client_id_idx";

-- DropIndex
DROP INDEX "causes_owner_id_idx";

-- DropIndex
DROP INDEX "payments_cause_key_idx";

-- DropIndex
DROP INDEX "withdrawals_cause_key_requested_at_idx";

-- DropIndex
DROP INDEX "withdrawals_state_requested_at_idx";

-- CreateIndex
CREATE INDEX "causes_owner_id_created_at_key_idx" ON "causes"("owner_id", "created_at", "key");

-- CreateIndex
CREATE INDEX "causes_client_id_created_at_key_idx" ON "causes"("client_id", "created_at", "key");

-- CreateIndex
CREATE INDEX "causes_client_id_state_created_at_key_idx" ON "causes"("client_id", "state", "created_at", "key");

-- CreateIndex
CREATE INDEX "causes_state_created_at_key_idx" ON "causes"("state", "created_at", "key");

-- CreateIndex
CREATE INDEX "payments_cause_key_created_at_id_idx" ON "payments"("cause_key", "created_at", "id");

-- CreateIndex
CREATE INDEX "withdrawals_cause_key_requested_at_id_idx" ON "withdrawals"("cause_key", "requested_at", "id");

-- CreateIndex
CREATE INDEX "withdrawals_state_requested_at_id_idx" ON "withdrawals"("state", "requested_at", "id");

-- CreateIndex
CREATE INDEX "withdrawals_requested_by_requested_at_id_idx" ON "withdrawals"("requested_by", "requested_at", "id");

-- Bank accounts that staff have to look at.
CREATE INDEX bank_accounts_unverified ON bank_accounts (created_at, id) WHERE state = 'unverified';
