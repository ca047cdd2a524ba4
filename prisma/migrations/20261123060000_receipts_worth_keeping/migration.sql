-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "deductible" TEXT,
ADD COLUMN     "deductible_note" TEXT,
ADD COLUMN     "legal_name" TEXT,
ADD COLUMN     "privacy_url" TEXT,
ADD COLUMN     "support_email" TEXT,
ADD COLUMN     "tax_id" TEXT,
ADD COLUMN     "terms_url" TEXT;

-- AlterTable
ALTER TABLE "checkout_links" ADD COLUMN     "donor_time_zone" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "bank_name" TEXT,
ADD COLUMN     "card_brand" TEXT,
ADD COLUMN     "card_last4" TEXT,
ADD COLUMN     "card_wallet" TEXT,
ADD COLUMN     "donor_time_zone" TEXT,
ADD COLUMN     "receipt_email" TEXT,
ADD COLUMN     "receipt_number" TEXT,
ADD COLUMN     "statement_descriptor" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "payments_receipt_number_key" ON "payments"("receipt_number");

ALTER TABLE clients ADD CONSTRAINT clients_deductible CHECK (deductible IN ('yes', 'no'));

-- Nine random characters and a check character (lib/receipts/receipt-number.ts reads them). A number that is taken is drawn again;
-- of two drawn at the same moment the unique index refuses the second, and its transaction is repeated.
CREATE FUNCTION new_receipt_number() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  alphabet CONSTANT text := '23456789CDFHJKMNPQRTVWX';
  random_bytes bytea;
  drawn text;
  digit int;
  weighted int;
BEGIN
  LOOP
    random_bytes := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    drawn := '';
    weighted := 0;
    FOR place IN 1..9 LOOP
      digit := get_byte(random_bytes, place) % 23;
      drawn := drawn || substr(alphabet, digit + 1, 1);
      weighted := weighted + place * digit;
    END LOOP;
    drawn := drawn || substr(alphabet, weighted % 23 + 1, 1);
    EXIT WHEN NOT EXISTS (SELECT FROM payments WHERE receipt_number = drawn);
  END LOOP;
  RETURN drawn;
END $$;

-- As before, and with a number. Payments that a process of the previous release approves get theirs here too.
CREATE OR REPLACE FUNCTION give_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.receipt_token := coalesce(NEW.receipt_token, 'rct_' ||
    left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36));
  NEW.receipt_number := coalesce(NEW.receipt_number, new_receipt_number());
  NEW.cause_title := coalesce(NEW.cause_title, (SELECT title FROM causes WHERE key = NEW.cause_key));
  RETURN NEW;
END $$;

-- Receipts of earlier releases get their numbers.
UPDATE payments SET receipt_number = NULL WHERE state = 'approved';

DROP TRIGGER payments_keep_receipts ON payments;
CREATE TRIGGER payments_keep_receipts BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.receipt_token IS NOT NULL AND NEW.receipt_token IS DISTINCT FROM OLD.receipt_token)
    OR (OLD.receipt_number IS NOT NULL AND NEW.receipt_number IS DISTINCT FROM OLD.receipt_number)
    OR (OLD.cause_title IS NOT NULL AND NEW.cause_title IS DISTINCT FROM OLD.cause_title))
  EXECUTE FUNCTION refuse_change('the receipt');

ALTER TABLE payments
  ADD CONSTRAINT payments_approved_has_receipt_number CHECK (state <> 'approved' OR receipt_number IS NOT NULL);
