-- Whose something is decides who may approve it: nothing changes its owner.
CREATE TRIGGER causes_keep_their_owner BEFORE UPDATE ON causes FOR EACH ROW
  WHEN ((OLD.client_id, OLD.owner_id) IS DISTINCT FROM (NEW.client_id, NEW.owner_id))
  EXECUTE FUNCTION refuse_change('whose it is');
CREATE TRIGGER passkeys_keep_their_owner BEFORE UPDATE ON passkeys FOR EACH ROW
  WHEN ((OLD.account_id, OLD.credential_id, OLD.public_key) IS DISTINCT FROM (NEW.account_id, NEW.credential_id, NEW.public_key))
  EXECUTE FUNCTION refuse_change('whose it is');

-- A batch pays from the account that it was created with, and each of its steps names who took it.
CREATE TRIGGER payout_batches_are_as_created BEFORE UPDATE ON payout_batches FOR EACH ROW
  WHEN ((OLD.currency, OLD.debtor_name, OLD.debtor_account, OLD.debtor_bic, OLD.created_by, OLD.created_at)
    IS DISTINCT FROM (NEW.currency, NEW.debtor_name, NEW.debtor_account, NEW.debtor_bic, NEW.created_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change('what was created');
CREATE TRIGGER payout_batches_keep_their_steps BEFORE UPDATE ON payout_batches FOR EACH ROW
  WHEN (OLD.started_at IS NOT NULL AND (OLD.started_by, OLD.started_at) IS DISTINCT FROM (NEW.started_by, NEW.started_at)
    OR OLD.sent_at IS NOT NULL AND (OLD.sent_by, OLD.sent_at) IS DISTINCT FROM (NEW.sent_by, NEW.sent_at)
    OR OLD.cancelled_at IS NOT NULL AND (OLD.cancelled_by, OLD.cancelled_at) IS DISTINCT FROM (NEW.cancelled_by, NEW.cancelled_at))
  EXECUTE FUNCTION refuse_change('who took a step, and when,');
