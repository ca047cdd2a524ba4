-- AlterTable
ALTER TABLE "checkout_links" ADD COLUMN     "donor_saved_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "gateway_events_reference_idx" ON "gateway_events"("reference");

-- The mails about a payment, for the trail of its link.
CREATE INDEX emails_of_payment ON emails ((data->>'paymentId'));
