-- What holds whoever writes to the database: what is written once, who decides about whose money, a ledger that balances, a
-- receipt for every approved payment.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is written once', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of %', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- Append-only. TRUNCATE passes row triggers by: what is evidence is not emptied at a stroke either.
CREATE TRIGGER audit_entries_are_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER audit_entries_are_never_emptied BEFORE TRUNCATE ON audit_entries
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER ledger_transactions_are_kept BEFORE UPDATE OR DELETE ON ledger_transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_change('a transaction');
CREATE TRIGGER ledger_transactions_are_never_emptied BEFORE TRUNCATE ON ledger_transactions
  EXECUTE FUNCTION refuse_change('a transaction');
CREATE TRIGGER ledger_entries_are_kept BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER ledger_entries_are_never_emptied BEFORE TRUNCATE ON ledger_entries
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER book_lines_are_kept BEFORE UPDATE OR DELETE ON book_lines FOR EACH ROW
  EXECUTE FUNCTION refuse_change('a line of the books');
CREATE TRIGGER book_lines_are_never_emptied BEFORE TRUNCATE ON book_lines
  EXECUTE FUNCTION refuse_change('a line of the books');
CREATE TRIGGER notes_are_kept BEFORE UPDATE OR DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change('a note');

-- Looked at when the database transaction commits: every currency of a ledger transaction sums to zero, and none is empty.
CREATE FUNCTION refuse_imbalance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  id text := coalesce(to_jsonb(NEW) ->> 'transaction_id', to_jsonb(NEW) ->> 'id');
BEGIN
  IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE transaction_id = id)
    OR EXISTS (SELECT 1 FROM ledger_entries WHERE transaction_id = id GROUP BY currency HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'the ledger transaction % does not balance', id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_imbalance();
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_imbalance();

-- Once for each statement. The kind is looked up by the id of its transaction, which no plan turns into a join of whole tables.
CREATE FUNCTION refuse_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT e.kind, e.account INTO wrong
    FROM (SELECT (SELECT t.kind FROM ledger_transactions t WHERE t.id = a.transaction_id) AS kind, a.account FROM added a) e
   WHERE e.kind IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM ledger_kind_accounts k WHERE k.kind = e.kind AND k.account = e.account) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a transaction of the kind % has no entry in the account %', wrong.kind, wrong.account
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_have_accounts_of_their_kind AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_account();

-- The evidence of accepted terms never changes (decisions.md 16), nor does what a link was minted with.
CREATE TRIGGER causes_terms_are_evidence BEFORE UPDATE ON causes FOR EACH ROW
  WHEN ((OLD.terms_accepted_at, OLD.terms_version, OLD.terms_accepted_ip, OLD.currency)
    IS DISTINCT FROM (NEW.terms_accepted_at, NEW.terms_version, NEW.terms_accepted_ip, NEW.currency))
  EXECUTE FUNCTION refuse_change('the evidence of terms and the currency');
CREATE TRIGGER checkout_links_are_as_minted BEFORE UPDATE ON checkout_links FOR EACH ROW
  WHEN ((OLD.client_id, OLD.cause_key, OLD.amount, OLD.currency, OLD.fee_percent)
    IS DISTINCT FROM (NEW.client_id, NEW.cause_key, NEW.amount, NEW.currency, NEW.fee_percent))
  EXECUTE FUNCTION refuse_change('what was minted');
-- A terminal state never changes again (spec 3.1).
CREATE TRIGGER checkout_links_stay_ended BEFORE UPDATE ON checkout_links FOR EACH ROW
  WHEN ((OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at)
    OR (OLD.expired_at IS NOT NULL AND NEW.expired_at IS DISTINCT FROM OLD.expired_at))
  EXECUTE FUNCTION refuse_change('the end');

-- Whose something is decides who may approve it: nothing changes its owner.
CREATE TRIGGER causes_keep_their_owner BEFORE UPDATE ON causes FOR EACH ROW
  WHEN ((OLD.client_id, OLD.owner_id) IS DISTINCT FROM (NEW.client_id, NEW.owner_id))
  EXECUTE FUNCTION refuse_change('whose it is');
CREATE TRIGGER passkeys_keep_their_owner BEFORE UPDATE ON passkeys FOR EACH ROW
  WHEN ((OLD.account_id, OLD.credential_id, OLD.public_key) IS DISTINCT FROM (NEW.account_id, NEW.credential_id, NEW.public_key))
  EXECUTE FUNCTION refuse_change('whose it is');

-- What somebody approved about a key is what it can do.
CREATE TRIGGER api_keys_are_as_created BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN ((OLD.client_id, OLD.hash, OLD.permissions, OLD.created_by)
    IS DISTINCT FROM (NEW.client_id, NEW.hash, NEW.permissions, NEW.created_by)
    OR (OLD.approved_at IS NOT NULL AND (OLD.approved_by, OLD.approved_at) IS DISTINCT FROM (NEW.approved_by, NEW.approved_at)))
  EXECUTE FUNCTION refuse_change('what was created or approved');
CREATE TRIGGER api_keys_wait_for_another BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.awaits_approval AND NOT NEW.awaits_approval AND NEW.approved_at IS NULL)
  EXECUTE FUNCTION refuse_change('that it waits for a second person');

-- What was asked for is what is decided, and what two people have decided stays as they decided it.
CREATE TRIGGER terms_changes_are_as_requested BEFORE UPDATE ON terms_changes FOR EACH ROW
  WHEN ((OLD.client_id, OLD.old_fee_percent, OLD.old_fee_model, OLD.old_contact_email, OLD.fee_percent, OLD.fee_model,
      OLD.contact_email, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.client_id, NEW.old_fee_percent, NEW.old_fee_model, NEW.old_contact_email, NEW.fee_percent,
      NEW.fee_model, NEW.contact_email, NEW.requested_by, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER terms_changes_stay_decided BEFORE UPDATE ON terms_changes FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL
    OR (OLD.decided_at IS NOT NULL AND (OLD.decided_by, OLD.decided_at, OLD.outcome, OLD.contact_at)
      IS DISTINCT FROM (NEW.decided_by, NEW.decided_at, NEW.outcome, NEW.contact_at)))
  EXECUTE FUNCTION refuse_change('what was decided');
CREATE TRIGGER refunds_are_as_requested BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.request_key, OLD.amount_minor, OLD.reason, OLD.requested_by, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.request_key, NEW.amount_minor, NEW.reason, NEW.requested_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER refund_approvals_are_as_requested BEFORE UPDATE ON refund_approvals FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.request_key, OLD.amount_minor, OLD.seen_minor, OLD.reason, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.request_key, NEW.amount_minor, NEW.seen_minor, NEW.reason, NEW.requested_by,
      NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER refund_approvals_stay_decided BEFORE UPDATE ON refund_approvals FOR EACH ROW
  WHEN (OLD.decided_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was decided');
CREATE TRIGGER write_offs_are_as_requested BEFORE UPDATE ON write_offs FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.amount_minor, OLD.reason, OLD.requested_by, OLD.requested_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.amount_minor, NEW.reason, NEW.requested_by, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER write_offs_stay_decided BEFORE UPDATE ON write_offs FOR EACH ROW
  WHEN (OLD.decided_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was decided');

-- What was sent by hand stays as it was recorded, and so does that it was returned.
CREATE TRIGGER manual_refunds_stay BEFORE DELETE ON manual_refunds FOR EACH ROW
  EXECUTE FUNCTION refuse_change('what was sent by hand');
CREATE TRIGGER manual_refunds_are_as_sent BEFORE UPDATE ON manual_refunds FOR EACH ROW
  WHEN ((OLD.id, OLD.payment_id, OLD.refund_id, OLD.amount_minor, OLD.reference, OLD.sent_on, OLD.recorded_by, OLD.recorded_at)
    IS DISTINCT FROM (NEW.id, NEW.payment_id, NEW.refund_id, NEW.amount_minor, NEW.reference, NEW.sent_on, NEW.recorded_by,
      NEW.recorded_at))
  EXECUTE FUNCTION refuse_change('what was sent by hand');
CREATE TRIGGER manual_refunds_stay_returned BEFORE UPDATE ON manual_refunds FOR EACH ROW
  WHEN (OLD.returned_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was returned');

-- What a payment received is what refunds, approvals and postings rest on.
CREATE TRIGGER payments_are_as_received BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.amount_minor IS NOT NULL AND (OLD.link_id, OLD.cause_key, OLD.gateway_payment_id, OLD.amount_minor, OLD.currency)
    IS DISTINCT FROM (NEW.link_id, NEW.cause_key, NEW.gateway_payment_id, NEW.amount_minor, NEW.currency))
  EXECUTE FUNCTION refuse_change('what was received');

-- A bank account is added before it is verified; who verified it stays known as long as it is, and a rejected one stays so.
CREATE TRIGGER bank_accounts_begin_unverified BEFORE INSERT ON bank_accounts FOR EACH ROW
  WHEN (NEW.state <> 'unverified' OR NEW.reviewed_by IS NOT NULL OR NEW.reviewed_at IS NOT NULL)
  EXECUTE FUNCTION refuse_row('nobody has verified a new row');
CREATE TRIGGER bank_accounts_stay_reviewed BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN (OLD.state <> 'unverified' AND NOT (OLD.state = 'verified' AND NEW.state = 'rejected')
    AND (OLD.state, OLD.reviewed_at, OLD.reviewed_by, OLD.review_note)
      IS DISTINCT FROM (NEW.state, NEW.reviewed_at, NEW.reviewed_by, NEW.review_note))
  EXECUTE FUNCTION refuse_change('the review');
-- What staff has looked at is what money is sent to. Number and document may be encrypted anew, which the tag of the cipher
-- proves to be the same for whoever has the key; they never become readable again.
CREATE TRIGGER bank_accounts_are_as_given BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN ((OLD.owner_id, OLD.country, OLD.currency, OLD.bank_name, OLD.account_type, OLD.account_number_end, OLD.holder_name,
      OLD.bank_codes)
    IS DISTINCT FROM (NEW.owner_id, NEW.country, NEW.currency, NEW.bank_name, NEW.account_type, NEW.account_number_end,
      NEW.holder_name, NEW.bank_codes)
    OR (NEW.account_number <> OLD.account_number AND NOT starts_with(NEW.account_number, 'enc:v1:'))
    OR (NEW.holder_document <> OLD.holder_document AND NOT starts_with(NEW.holder_document, 'enc:v1:')))
  EXECUTE FUNCTION refuse_change('what was given');
CREATE TRIGGER bank_account_evidence_stays BEFORE UPDATE ON bank_account_evidence FOR EACH ROW
  WHEN ((OLD.bank_account_id, OLD.link, OLD.media_type, OLD.content, OLD.added_by, OLD.added_at)
    IS DISTINCT FROM (NEW.bank_account_id, NEW.link, NEW.media_type, NEW.content, NEW.added_by, NEW.added_at))
  EXECUTE FUNCTION refuse_change('the evidence');

CREATE TRIGGER withdrawals_are_as_requested BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.cause_key, OLD.bank_account_id, OLD.requested_by, OLD.amount, OLD.remainder_minor, OLD.currency, OLD.reason,
      OLD.idempotency_key, OLD.requested_at)
    IS DISTINCT FROM (NEW.cause_key, NEW.bank_account_id, NEW.requested_by, NEW.amount, NEW.remainder_minor, NEW.currency,
      NEW.reason, NEW.idempotency_key, NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER withdrawals_stay_ended BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN (OLD.state IN ('rejected', 'cancelled', 'failed') AND NEW.state <> OLD.state)
  EXECUTE FUNCTION refuse_change('the end');
-- What has left, or may have, is never taken back as if it had not: money that is being sent goes back only to be decided again,
-- and what is paid only fails.
CREATE TRIGGER withdrawals_stay_sent BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.state = 'sending' AND NEW.state NOT IN ('sending', 'paid', 'requested'))
    OR (OLD.state = 'paid' AND NEW.state NOT IN ('paid', 'failed')))
  EXECUTE FUNCTION refuse_change('what was sent');
-- Each step of a withdrawal names who took it: a later step adds its own, and only going back to be decided again clears them.
CREATE TRIGGER withdrawals_keep_their_steps BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((NEW.state = OLD.state OR NEW.state IN ('sending', 'paid', 'failed'))
      AND (OLD.decided_by, OLD.decided_at) IS DISTINCT FROM (NEW.decided_by, NEW.decided_at)
    OR (NEW.state = OLD.state OR NEW.state IN ('paid', 'failed'))
      AND (OLD.sending_by, OLD.sending_at) IS DISTINCT FROM (NEW.sending_by, NEW.sending_at)
    OR (NEW.state = OLD.state OR NEW.state = 'failed')
      AND (OLD.paid_by, OLD.paid_at, OLD.sent_reference, OLD.sent_on)
        IS DISTINCT FROM (NEW.paid_by, NEW.paid_at, NEW.sent_reference, NEW.sent_on))
  EXECUTE FUNCTION refuse_change('who took a step, and when,');

-- A batch pays from the account that it was created with, and each of its steps names who took it.
CREATE TRIGGER payout_batches_are_as_created BEFORE UPDATE ON payout_batches FOR EACH ROW
  WHEN ((OLD.currency, OLD.debtor_name, OLD.debtor_account, OLD.debtor_bic, OLD.created_by, OLD.created_at)
    IS DISTINCT FROM (NEW.currency, NEW.debtor_name, NEW.debtor_account, NEW.debtor_bic, NEW.created_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change('what was created');
CREATE TRIGGER payout_batches_keep_their_steps BEFORE UPDATE ON payout_batches FOR EACH ROW
  WHEN (OLD.started_at IS NOT NULL AND (OLD.started_by, OLD.started_at) IS DISTINCT FROM (NEW.started_by, NEW.started_at)
    OR OLD.sent_at IS NOT NULL AND (OLD.sent_by, OLD.sent_at) IS DISTINCT FROM (NEW.sent_by, NEW.sent_at)
    OR OLD.cancelled_at IS NOT NULL AND (OLD.cancelled_by, OLD.cancelled_at)
      IS DISTINCT FROM (NEW.cancelled_by, NEW.cancelled_at))
  EXECUTE FUNCTION refuse_change('who took a step, and when,');

-- Nine random characters and a check character (lib/receipts/receipt-number.ts reads them). A number that is taken is drawn
-- again; of two drawn at the same moment the unique index refuses the second, and its transaction is repeated.
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

-- Every approved payment has a receipt, by whatever way its row comes: the token has 144 bits of a hash over 244 random ones, the
-- title is the cause's of that moment.
CREATE FUNCTION give_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.receipt_token := coalesce(NEW.receipt_token, 'rct_' ||
    left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36));
  NEW.receipt_number := coalesce(NEW.receipt_number, new_receipt_number());
  NEW.cause_title := coalesce(NEW.cause_title, (SELECT title FROM causes WHERE key = NEW.cause_key));
  RETURN NEW;
END $$;
CREATE TRIGGER payments_have_receipts BEFORE INSERT OR UPDATE ON payments FOR EACH ROW
  WHEN (NEW.state = 'approved') EXECUTE FUNCTION give_receipt();
-- A receipt's address is permanent, and what it says was paid for.
CREATE TRIGGER payments_keep_receipts BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.receipt_token IS NOT NULL AND NEW.receipt_token IS DISTINCT FROM OLD.receipt_token)
    OR (OLD.receipt_number IS NOT NULL AND NEW.receipt_number IS DISTINCT FROM OLD.receipt_number)
    OR (OLD.cause_title IS NOT NULL AND NEW.cause_title IS DISTINCT FROM OLD.cause_title))
  EXECUTE FUNCTION refuse_change('the receipt');

-- The cause of a link, and its payments, first to last. Volatile, so that a statement that waited for the link's lock reads
-- them as the transaction that had the lock left them: a volatile function sees what was committed before it is called, and
-- the rest of its statement what was committed before that began.
CREATE FUNCTION cause_of(cause_key TEXT) RETURNS SETOF causes LANGUAGE sql VOLATILE AS $$
  SELECT * FROM causes WHERE key = cause_key
$$;
CREATE FUNCTION payments_of(link TEXT) RETURNS SETOF payments LANGUAGE sql VOLATILE AS $$
  SELECT * FROM payments WHERE link_id = link ORDER BY attempt
$$;
