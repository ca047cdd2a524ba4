-- People who are forgotten (docs/privacy.md): their data goes, and what the books need stays. Whoever writes a payment waits for a
-- moment.

-- Rows of `payments` get another shape: nobody may be between locking a link and reading its payments (lib/locks.ts).
LOCK TABLE checkout_links IN EXCLUSIVE MODE;

-- Takes the place of the donor's address, so that a cause has as many donors as before: the same text in all payments that had the
-- same address, and another one in each that had none.
ALTER TABLE payments ADD COLUMN erased_donor TEXT;

CREATE OR REPLACE FUNCTION donor_of(payment payments) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(convert_to(payment.cause_key || ' ' || coalesce(payment.erased_donor, lower(payment.donor_email)), 'UTF8'));

CREATE OR REPLACE VIEW contributions AS
  SELECT id, cause_key, link_id, succeeded_at, donor_name, donor_email, donor_anonymous,
         collected_of(payment) AS collected, donor_of(payment) AS donor, donor_message, message_hidden_at, erased_donor
    FROM payments AS payment WHERE counts(payment);

DROP TRIGGER payments_keep_totals_updated ON payments;
CREATE CONSTRAINT TRIGGER payments_keep_totals_updated AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((counts(OLD) OR counts(NEW)) AND
    (counts(OLD), OLD.cause_key, OLD.donor_email, OLD.erased_donor, CASE WHEN counts(OLD) THEN collected_of(OLD) END)
      IS DISTINCT FROM
    (counts(NEW), NEW.cause_key, NEW.donor_email, NEW.erased_donor, CASE WHEN counts(NEW) THEN collected_of(NEW) END))
  EXECUTE FUNCTION keep_totals();

-- Who was forgotten is not written again.
CREATE TRIGGER payments_stay_erased BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.erased_donor IS NOT NULL AND (NEW.erased_donor IS DISTINCT FROM OLD.erased_donor
    OR num_nonnulls(NEW.donor_name, NEW.donor_email, NEW.donor_message, NEW.receipt_email, NEW.browser_hash) > 0))
  EXECUTE FUNCTION refuse_change('an erased donor');

-- Of a note, only its text can go.
ALTER TABLE notes ALTER COLUMN text DROP NOT NULL;
DROP TRIGGER notes_are_kept ON notes;
CREATE TRIGGER notes_are_kept BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change('a note');
CREATE TRIGGER notes_are_as_written BEFORE UPDATE ON notes FOR EACH ROW
  WHEN (NEW.text IS NOT NULL OR (OLD.id, OLD.kind, OLD.subject, OLD.author_id, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.subject, NEW.author_id, NEW.created_at))
  EXECUTE FUNCTION refuse_change('a note');
