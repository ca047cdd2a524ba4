-- A withdrawal is sent in steps: approved, then being sent, then paid with the bank's reference and the day.
ALTER TABLE "withdrawals" ADD COLUMN     "sending_at" TIMESTAMPTZ(3),
ADD COLUMN     "sending_by" TEXT,
ADD COLUMN     "sent_on" DATE,
ADD COLUMN     "sent_reference" TEXT;

ALTER TABLE "payout_batches" ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "started_by" TEXT;

-- Each allows what the one before it did and more. The next migration validates them.
ALTER TABLE withdrawals
  DROP CONSTRAINT withdrawals_state, DROP CONSTRAINT withdrawals_held_for,
  ADD CONSTRAINT withdrawals_state CHECK (state IN ('requested', 'approved', 'sending', 'rejected', 'cancelled', 'paid', 'failed'))
    NOT VALID,
  ADD CONSTRAINT withdrawals_held_for CHECK (held_for IN ('bank_account_not_verified', 'cause_on_hold', 'over_available',
    'not_released', 'over_creator_sum', 'not_sent')) NOT VALID,
  ADD CONSTRAINT withdrawals_sending CHECK ((sending_at IS NULL) = (sending_by IS NULL)
    AND (state <> 'sending' OR sending_at IS NOT NULL)
    AND (sending_at IS NULL OR state IN ('sending', 'paid', 'failed'))) NOT VALID,
  ADD CONSTRAINT withdrawals_sending_by_another CHECK (sending_by <> requested_by) NOT VALID,
  ADD CONSTRAINT withdrawals_sent CHECK ((sent_on IS NULL) = (sent_reference IS NULL)
    AND (sent_on IS NULL OR state IN ('paid', 'failed')) AND char_length(sent_reference) BETWEEN 1 AND 140) NOT VALID;

ALTER TABLE payout_batches
  ADD CONSTRAINT payout_batches_started CHECK ((started_at IS NULL) = (started_by IS NULL)) NOT VALID;

-- What has left, or may have, is never taken back as if it had not: money that is being sent goes back only to be decided again,
-- and what is paid only fails.
CREATE TRIGGER withdrawals_stay_sent BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.state = 'sending' AND NEW.state NOT IN ('sending', 'paid', 'requested'))
    OR (OLD.state = 'paid' AND NEW.state NOT IN ('paid', 'failed')))
  EXECUTE FUNCTION refuse_change('what was sent');
