-- Codes of the bank (routing number, sort code, branch, BIC), by country (lib/withdrawals/bank-formats.ts). Accounts that
-- were added before have none.
ALTER TABLE "bank_accounts" ADD COLUMN     "bank_codes" JSONB NOT NULL DEFAULT '{}',
ALTER COLUMN "account_type" DROP NOT NULL;

ALTER TABLE bank_accounts
  DROP CONSTRAINT bank_accounts_type,
  ADD CONSTRAINT bank_accounts_type CHECK (account_type IN ('savings', 'checking', 'sight', 'electronic_deposit')),
  ADD CONSTRAINT bank_accounts_codes CHECK (jsonb_typeof(bank_codes) = 'object');

-- What staff has looked at is what money is sent to.
DROP TRIGGER bank_accounts_are_as_given ON bank_accounts;
CREATE TRIGGER bank_accounts_are_as_given BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN ((OLD.owner_id, OLD.country, OLD.currency, OLD.bank_name, OLD.account_type, OLD.account_number_end, OLD.holder_name, OLD.bank_codes)
    IS DISTINCT FROM (NEW.owner_id, NEW.country, NEW.currency, NEW.bank_name, NEW.account_type, NEW.account_number_end, NEW.holder_name, NEW.bank_codes)
    OR (NEW.account_number <> OLD.account_number AND NOT starts_with(NEW.account_number, 'enc:v1:'))
    OR (NEW.holder_document <> OLD.holder_document AND NOT starts_with(NEW.holder_document, 'enc:v1:')))
  EXECUTE FUNCTION refuse_change('what was given');

-- Minor units beyond the whole amount, of a withdrawal of everything that is available.
ALTER TABLE "withdrawals" ADD COLUMN     "remainder_minor" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE withdrawals
  DROP CONSTRAINT withdrawals_amount,
  ADD CONSTRAINT withdrawals_amount CHECK (amount BETWEEN 0 AND 1000000000000 AND remainder_minor BETWEEN 0 AND 99
    AND amount + remainder_minor > 0);

DROP TRIGGER withdrawals_are_as_requested ON withdrawals;
CREATE TRIGGER withdrawals_are_as_requested BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.cause_key, OLD.bank_account_id, OLD.requested_by, OLD.amount, OLD.remainder_minor, OLD.currency, OLD.reason, OLD.idempotency_key,
      OLD.requested_at)
    IS DISTINCT FROM (NEW.cause_key, NEW.bank_account_id, NEW.requested_by, NEW.amount, NEW.remainder_minor, NEW.currency, NEW.reason,
      NEW.idempotency_key, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');

-- How the creator's spreadsheet separates columns; null until they chose, then the language decides.
ALTER TABLE "accounts" ADD COLUMN     "csv_separator" TEXT;
ALTER TABLE accounts ADD CONSTRAINT accounts_csv_separator CHECK (csv_separator IN ('comma', 'semicolon'));
