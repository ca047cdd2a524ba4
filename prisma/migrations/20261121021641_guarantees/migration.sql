-- What the specification limits, limited in the database as well (spec 4.1, 4.4, 8), and what must be unique.

ALTER TABLE clients
  ADD CONSTRAINT clients_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  ADD CONSTRAINT clients_accent_color CHECK (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  ADD CONSTRAINT clients_display_name CHECK (char_length(display_name) <= 60),
  ADD CONSTRAINT clients_logo_url CHECK (logo_url ~* '^https://');

ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_hash CHECK (hash ~ '^[0-9a-f]{64}$');

ALTER TABLE accounts
  ADD CONSTRAINT accounts_email CHECK (email LIKE '%_@_%' AND char_length(email) <= 254),
  ADD CONSTRAINT accounts_name CHECK (char_length(name) <= 120),
  ADD CONSTRAINT accounts_role CHECK (role IN ('creator', 'staff'));

ALTER TABLE causes
  ADD CONSTRAINT causes_title CHECK (char_length(title) BETWEEN 1 AND 150),
  ADD CONSTRAINT causes_description CHECK (char_length(description) <= 5000),
  ADD CONSTRAINT causes_external_reference CHECK (char_length(external_reference) <= 255),
  ADD CONSTRAINT causes_terms_version CHECK (char_length(terms_version) <= 60),
  ADD CONSTRAINT causes_country CHECK (country ~ '^[a-z]{2}$'),
  ADD CONSTRAINT causes_currency CHECK (currency IN ('ARS', 'AUD', 'BOB', 'BRB', 'BRL', 'CAD', 'CLP', 'COP', 'CRC', 'DOP',
    'EUR', 'GBP', 'GTQ', 'HNL', 'MXN', 'NIO', 'PEN', 'PYG', 'USD', 'UYU')),
  ADD CONSTRAINT causes_goal CHECK (goal_amount BETWEEN 0 AND 999999999999999),
  ADD CONSTRAINT causes_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  ADD CONSTRAINT causes_cover CHECK (cover_image_url ~* '^https://');

ALTER TABLE checkout_links
  ADD CONSTRAINT checkout_links_amount CHECK (amount BETWEEN 1 AND 1000000000000),
  ADD CONSTRAINT checkout_links_donor_amount CHECK (donor_amount BETWEEN 1 AND 1000000000000),
  ADD CONSTRAINT checkout_links_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  ADD CONSTRAINT checkout_links_external_reference CHECK (external_reference ~ '^[A-Za-z0-9_-]{0,64}$'),
  ADD CONSTRAINT checkout_links_urls CHECK (callback_url ~* '^https://' AND success_url ~* '^https://' AND cancel_url ~* '^https://'),
  ADD CONSTRAINT checkout_links_lifetime CHECK (expires_at > created_at),
  ADD CONSTRAINT checkout_links_one_end CHECK (cancelled_at IS NULL OR expired_at IS NULL);

ALTER TABLE payments
  ADD CONSTRAINT payments_rail CHECK (rail IN ('card', 'bank_transfer', 'wallet')),
  ADD CONSTRAINT payments_state CHECK (state IN ('starting', 'pending', 'approved', 'declined', 'canceled', 'failed', 'refund_due', 'refunded')),
  ADD CONSTRAINT payments_amount CHECK (amount BETWEEN 1 AND 1000000000000),
  ADD CONSTRAINT payments_money_is_known CHECK (state NOT IN ('approved', 'refund_due', 'refunded')
    OR (gateway_payment_id IS NOT NULL AND succeeded_at IS NOT NULL AND settled_at IS NOT NULL)),
  ADD CONSTRAINT payments_refund_reason CHECK ((state IN ('refund_due', 'refunded')) = (refund_reason IS NOT NULL)),
  ADD CONSTRAINT payments_refunded CHECK ((state = 'refunded') = (refunded_at IS NOT NULL)),
  ADD CONSTRAINT payments_refunded_minor CHECK (refunded_minor >= 0),
  ADD CONSTRAINT payments_dispute CHECK (dispute IN ('open', 'lost', 'won'));

-- A link is paid once, whatever arrives at the same moment.
CREATE UNIQUE INDEX payments_one_approved_per_link ON payments (link_id) WHERE state = 'approved';
-- One live attempt per link and rail: two tabs share an intent.
CREATE UNIQUE INDEX payments_one_live_per_link_and_rail ON payments (link_id, rail) WHERE state IN ('starting', 'pending');
-- What a cause has collected is a sum over these.
CREATE INDEX payments_approved_of_cause ON payments (cause_key) WHERE state = 'approved';
-- What the sweeps look for.
CREATE INDEX payments_unsettled ON payments (created_at) WHERE state IN ('starting', 'pending', 'refund_due');
CREATE INDEX emails_unsent ON emails (created_at) WHERE sent_at IS NULL;
CREATE INDEX gateway_events_unhandled ON gateway_events (received_at) WHERE handled_at IS NULL;

-- The evidence of accepted terms never changes (decisions.md 16), nor does what a link was minted with.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is written once', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

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

CREATE TRIGGER audit_entries_are_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an entry');
