-- AlterTable
ALTER TABLE "causes" ADD COLUMN     "use_of_funds" TEXT;

-- AlterTable
ALTER TABLE "checkout_links" ADD COLUMN     "donor_message" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "donor_message" TEXT,
ADD COLUMN     "message_hidden_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "cause_updates" (
    "id" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "cause_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cause_pictures" (
    "id" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "alt" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "large" BYTEA NOT NULL,
    "small" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cause_pictures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cause_updates_cause_key_published_at_id_idx" ON "cause_updates"("cause_key", "published_at", "id");

-- CreateIndex
CREATE INDEX "cause_pictures_cause_key_created_at_id_idx" ON "cause_pictures"("cause_key", "created_at", "id");

-- AddForeignKey
ALTER TABLE "cause_updates" ADD CONSTRAINT "cause_updates_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cause_pictures" ADD CONSTRAINT "cause_pictures_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The limits of the forms, in code points. Existing rows have no messages, so the large tables are not scanned.
ALTER TABLE checkout_links ADD CONSTRAINT checkout_links_donor_message CHECK (char_length(donor_message) <= 280) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_donor_message CHECK (char_length(donor_message) <= 280) NOT VALID;
ALTER TABLE causes ADD CONSTRAINT causes_use_of_funds CHECK (char_length(use_of_funds) <= 2000);
ALTER TABLE cause_updates
  ADD CONSTRAINT cause_updates_texts CHECK (char_length(title) BETWEEN 1 AND 150 AND char_length(body) BETWEEN 1 AND 5000);
ALTER TABLE cause_pictures
  ADD CONSTRAINT cause_pictures_alt CHECK (char_length(alt) BETWEEN 1 AND 250),
  ADD CONSTRAINT cause_pictures_sizes CHECK (octet_length(large) <= 1500000 AND octet_length(small) <= 400000);

-- JPEG does not get smaller.
ALTER TABLE cause_pictures ALTER COLUMN large SET STORAGE EXTERNAL, ALTER COLUMN small SET STORAGE EXTERNAL;

-- A message is shown with its contribution: while that counts.
CREATE OR REPLACE VIEW contributions AS
  SELECT id, cause_key, link_id, succeeded_at, donor_name, donor_email, donor_anonymous,
         collected_of(payment) AS collected, donor_of(payment) AS donor, donor_message, message_hidden_at
    FROM payments AS payment WHERE counts(payment);

-- The list in which a creator hides messages.
CREATE INDEX payments_messages_of_cause ON payments (cause_key, succeeded_at DESC, id DESC)
  WHERE state = 'approved' AND donor_message IS NOT NULL;
