-- What two people have decided stays as they decided it, whoever writes to the database.

-- What a payment received is what refunds, approvals and postings rest on.
CREATE TRIGGER payments_are_as_received BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.amount_minor IS NOT NULL AND (OLD.link_id, OLD.cause_key, OLD.gateway_payment_id, OLD.amount_minor, OLD.currency)
    IS DISTINCT FROM (NEW.link_id, NEW.cause_key, NEW.gateway_payment_id, NEW.amount_minor, NEW.currency))
  EXECUTE FUNCTION refuse_change('what was received');

-- A bank account is added before it is verified; who verified it stays known as long as it is, and a rejected one stays so.
CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of %', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER bank_accounts_begin_unverified BEFORE INSERT ON bank_accounts FOR EACH ROW
  WHEN (NEW.state <> 'unverified' OR NEW.reviewed_by IS NOT NULL OR NEW.reviewed_at IS NOT NULL)
  EXECUTE FUNCTION refuse_row('nobody has verified a new row');
CREATE TRIGGER bank_accounts_stay_reviewed BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN (OLD.state <> 'unverified' AND NOT (OLD.state = 'verified' AND NEW.state = 'rejected')
    AND (OLD.state, OLD.reviewed_at, OLD.reviewed_by, OLD.review_note) IS DISTINCT FROM (NEW.state, NEW.reviewed_at, NEW.reviewed_by, NEW.review_note))
  EXECUTE FUNCTION refuse_change('the review');
CREATE TRIGGER bank_account_evidence_stays BEFORE UPDATE ON bank_account_evidence FOR EACH ROW
  WHEN ((OLD.bank_account_id, OLD.link, OLD.media_type, OLD.content, OLD.added_by, OLD.added_at)
    IS DISTINCT FROM (NEW.bank_account_id, NEW.link, NEW.media_type, NEW.content, NEW.added_by, NEW.added_at))
  EXECUTE FUNCTION refuse_change('the evidence');

-- Each step of a withdrawal names who took it: a later step adds its own, and only going back to be decided again clears them.
CREATE TRIGGER withdrawals_keep_their_steps BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((NEW.state = OLD.state OR NEW.state IN ('sending', 'paid', 'failed'))
      AND (OLD.decided_by, OLD.decided_at) IS DISTINCT FROM (NEW.decided_by, NEW.decided_at)
    OR (NEW.state = OLD.state OR NEW.state IN ('paid', 'failed'))
      AND (OLD.sending_by, OLD.sending_at) IS DISTINCT FROM (NEW.sending_by, NEW.sending_at)
    OR (NEW.state = OLD.state OR NEW.state = 'failed')
      AND (OLD.paid_by, OLD.paid_at, OLD.sent_reference, OLD.sent_on) IS DISTINCT FROM (NEW.paid_by, NEW.paid_at, NEW.sent_reference, NEW.sent_on))
  EXECUTE FUNCTION refuse_change('who took a step, and when,');

-- What somebody approved about a key is what it can do.
CREATE TRIGGER api_keys_are_as_created BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN ((OLD.client_id, OLD.hash, OLD.permissions, OLD.created_by) IS DISTINCT FROM (NEW.client_id, NEW.hash, NEW.permissions, NEW.created_by)
    OR (OLD.approved_at IS NOT NULL AND (OLD.approved_by, OLD.approved_at) IS DISTINCT FROM (NEW.approved_by, NEW.approved_at)))
  EXECUTE FUNCTION refuse_change('what was created or approved');
