-- DropIndex
DROP INDEX "checkout_links_cause_key_idx";

-- CreateIndex
CREATE INDEX "checkout_links_cause_key_external_reference_idx" ON "checkout_links"("cause_key", "external_reference");
