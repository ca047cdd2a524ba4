-- What a gateway says later of how an erased donor paid is not written either.
CREATE OR REPLACE TRIGGER payments_stay_erased BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.erased_donor IS NOT NULL AND (NEW.erased_donor IS DISTINCT FROM OLD.erased_donor
    OR num_nonnulls(NEW.donor_name, NEW.donor_email, NEW.donor_message, NEW.receipt_email, NEW.browser_hash,
                    NEW.card_brand, NEW.card_last4, NEW.card_wallet, NEW.bank_name) > 0))
  EXECUTE FUNCTION refuse_change('an erased donor');

-- Sessions that ended because nobody used them are deleted like those that expired.
CREATE INDEX sessions_last_seen_at_idx ON sessions (last_seen_at);
