-- DropIndex
DROP INDEX "form_results_account_id_created_at_idx";

-- CreateIndex
CREATE INDEX "form_results_created_at_idx" ON "form_results"("created_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
