-- AlterTable
ALTER TABLE "form_results" ADD COLUMN     "sealed_values" TEXT;

-- AlterTable
ALTER TABLE "bank_accounts" ADD COLUMN     "account_number_end" TEXT;

-- A bank account's number and its holder's document are encrypted (lib/encryption); lists show the end of the number, which
-- is therefore kept beside it. One row for each bank account of a creator: this takes a moment.
UPDATE bank_accounts SET account_number_end = right(account_number, CASE WHEN char_length(account_number) > 4 THEN 4 ELSE 1 END);
ALTER TABLE bank_accounts ALTER COLUMN account_number_end SET NOT NULL;

ALTER TABLE bank_accounts
  DROP CONSTRAINT bank_accounts_number, DROP CONSTRAINT bank_accounts_names,
  ADD CONSTRAINT bank_accounts_number CHECK (account_number ~ '^[A-Z0-9]{4,34}$' OR starts_with(account_number, 'enc:v1:')),
  ADD CONSTRAINT bank_accounts_number_end CHECK (account_number_end ~ '^[A-Z0-9]{1,4}$'),
  ADD CONSTRAINT bank_accounts_names CHECK (char_length(bank_name) BETWEEN 1 AND 120 AND char_length(holder_name) BETWEEN 1 AND 120
    AND (char_length(holder_document) BETWEEN 1 AND 40 OR starts_with(holder_document, 'enc:v1:')));

-- For servers of the release before, until none is left: they write numbers as they are, and know of no end.
CREATE FUNCTION note_account_number_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.account_number_end := right(NEW.account_number, CASE WHEN char_length(NEW.account_number) > 4 THEN 4 ELSE 1 END);
  RETURN NEW;
END $$;
CREATE TRIGGER bank_accounts_note_number_end BEFORE INSERT ON bank_accounts FOR EACH ROW
  WHEN (NEW.account_number_end IS NULL) EXECUTE FUNCTION note_account_number_end();

-- What staff has looked at is what money is sent to. Number and document may be encrypted anew, which the tag of the cipher
-- proves to be the same for whoever has the key; they never become readable again.
DROP TRIGGER bank_accounts_are_as_given ON bank_accounts;
CREATE TRIGGER bank_accounts_are_as_given BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN ((OLD.owner_id, OLD.country, OLD.currency, OLD.bank_name, OLD.account_type, OLD.account_number_end, OLD.holder_name)
    IS DISTINCT FROM (NEW.owner_id, NEW.country, NEW.currency, NEW.bank_name, NEW.account_type, NEW.account_number_end, NEW.holder_name)
    OR (NEW.account_number <> OLD.account_number AND NOT starts_with(NEW.account_number, 'enc:v1:'))
    OR (NEW.holder_document <> OLD.holder_document AND NOT starts_with(NEW.holder_document, 'enc:v1:')))
  EXECUTE FUNCTION refuse_change('what was given');
