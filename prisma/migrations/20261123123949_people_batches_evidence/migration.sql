-- CreateTable
CREATE TABLE "notes" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_account_evidence" (
    "bank_account_id" TEXT NOT NULL,
    "link" TEXT,
    "media_type" TEXT,
    "content" BYTEA,
    "file_key" TEXT,
    "added_by" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_account_evidence_pkey" PRIMARY KEY ("bank_account_id")
);

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "debtor_name" TEXT,
    "debtor_account" TEXT,
    "debtor_bic" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "exported_at" TIMESTAMPTZ(3),
    "sent_by" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "cancelled_by" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_items" (
    "reference" TEXT NOT NULL,
    "batch_id" TEXT NOT NULL,
    "withdrawal_id" TEXT NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_items_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE INDEX "notes_kind_subject_created_at_id_idx" ON "notes"("kind", "subject", "created_at", "id");

-- CreateIndex
CREATE INDEX "payout_batches_created_at_id_idx" ON "payout_batches"("created_at", "id");

-- CreateIndex
CREATE INDEX "payout_items_batch_id_reference_idx" ON "payout_items"("batch_id", "reference");

-- CreateIndex
CREATE INDEX "payout_items_withdrawal_id_idx" ON "payout_items"("withdrawal_id");

-- AddForeignKey
ALTER TABLE "bank_account_evidence" ADD CONSTRAINT "bank_account_evidence_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Limits, in code points and bytes.
ALTER TABLE notes
  ADD CONSTRAINT notes_kind CHECK (kind IN ('payment', 'cause', 'creator', 'donor')),
  ADD CONSTRAINT notes_text CHECK (char_length(text) BETWEEN 1 AND 2000);
ALTER TABLE bank_account_evidence
  ADD CONSTRAINT bank_account_evidence_one CHECK (
    (link IS NOT NULL AND content IS NULL AND media_type IS NULL AND file_key IS NULL)
    OR (link IS NULL AND content IS NOT NULL AND media_type IS NOT NULL AND file_key IS NOT NULL)),
  ADD CONSTRAINT bank_account_evidence_link CHECK (char_length(link) <= 2000 AND link LIKE 'https://%'),
  ADD CONSTRAINT bank_account_evidence_size CHECK (octet_length(content) <= 10001000);
ALTER TABLE payout_batches
  ADD CONSTRAINT payout_batches_one_end CHECK (sent_at IS NULL OR cancelled_at IS NULL);

-- A withdrawal is paid with at most one batch.
CREATE UNIQUE INDEX payout_items_one_batch ON payout_items (withdrawal_id) WHERE released_at IS NULL;
-- Batches that wait to be sent.
CREATE INDEX payout_batches_open ON payout_batches (created_at, id) WHERE sent_at IS NULL AND cancelled_at IS NULL;

-- Ciphertext does not get smaller.
ALTER TABLE bank_account_evidence ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TRIGGER notes_are_kept BEFORE UPDATE OR DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change('a note');

-- Staff search people by name or email, exactly or by its beginning, and read the mails to one address.
CREATE INDEX accounts_by_email ON accounts (lower(email) text_pattern_ops);
CREATE INDEX accounts_by_name ON accounts (lower(name) text_pattern_ops);
CREATE INDEX emails_by_recipient ON emails (lower(recipient), created_at, id);
