-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "cause_title" TEXT,
ADD COLUMN     "receipt_token" TEXT;

-- CreateTable
CREATE TABLE "receipt_keys" (
    "id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "receipt_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payments_receipt_token_key" ON "payments"("receipt_token");

-- The one finaliser gives every approval its receipt. Rows that come another way (a restored archive, the payments that
-- were approved before there were receipts) are given one here: 144 bits of a hash over 244 random ones, today's title.
CREATE FUNCTION give_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.receipt_token := coalesce(NEW.receipt_token, 'rct_' ||
    left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36));
  NEW.cause_title := coalesce(NEW.cause_title, (SELECT title FROM causes WHERE key = NEW.cause_key));
  RETURN NEW;
END $$;

CREATE TRIGGER payments_have_receipts BEFORE INSERT OR UPDATE ON payments FOR EACH ROW
  WHEN (NEW.state = 'approved') EXECUTE FUNCTION give_receipt();

UPDATE payments SET receipt_token = NULL WHERE state = 'approved';

-- A receipt's address is permanent, and what it says was paid for.
CREATE TRIGGER payments_keep_receipts BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.receipt_token IS NOT NULL AND NEW.receipt_token IS DISTINCT FROM OLD.receipt_token)
    OR (OLD.cause_title IS NOT NULL AND NEW.cause_title IS DISTINCT FROM OLD.cause_title))
  EXECUTE FUNCTION refuse_change('the receipt');

ALTER TABLE payments
  ADD CONSTRAINT payments_approved_has_receipt CHECK (state <> 'approved'
    OR (receipt_token IS NOT NULL AND cause_title IS NOT NULL));

-- Processes that start together agree on one generated key.
CREATE UNIQUE INDEX receipt_keys_one_generated ON receipt_keys ((true)) WHERE private_key IS NOT NULL;
