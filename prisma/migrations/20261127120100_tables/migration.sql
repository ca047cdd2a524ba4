-- Tables, their limits and their indexes. What a column means is said beside its field in prisma/models. Checks, partial indexes
-- and those of expressions are here only: Prisma cannot express them. Of two indexes that seem equally good PostgreSQL takes the
-- later one, so that their order within a table matters (prisma/indexes.test.ts).

-- The same as lib/money.ts, for checks that add up amounts of both units.
CREATE FUNCTION minor_units_per_major(currency text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN currency IN ('CLP', 'PYG') THEN 1 ELSE 100 END;

-- Partners: their agreement and branding, their keys, and changes of the agreement that two people make.

CREATE TABLE clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  fee_percent numeric(6, 4) NOT NULL DEFAULT 5,
  fee_model text NOT NULL DEFAULT 'plus_gateway_costs',
  accent_color text,
  display_name text,
  logo_url text,
  contact_email text,
  legal_name text,
  terms_url text,
  privacy_url text,
  support_email text,
  tax_id text,
  deductible text,
  deductible_note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT clients_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  CONSTRAINT clients_accent_color CHECK (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  CONSTRAINT clients_display_name CHECK (char_length(display_name) <= 60),
  CONSTRAINT clients_logo_url CHECK (logo_url ~* '^https://'),
  CONSTRAINT clients_deductible CHECK (deductible IN ('yes', 'no'))
);
CREATE INDEX clients_created_at_id_idx ON clients (created_at, id);
-- The client of the links that the pages of causes mint: the service itself.
INSERT INTO clients (id, name) VALUES ('clt_service', 'This service');

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL DEFAULT '',
  client_id text NOT NULL REFERENCES clients (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  hash text NOT NULL,
  permissions text[],
  allowed_ips text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  expires_at timestamptz(3),
  created_by text,
  awaits_approval boolean NOT NULL DEFAULT false,
  approved_by text,
  approved_at timestamptz(3),
  CONSTRAINT api_keys_name CHECK (length(name) <= 60),
  -- The service itself has no keys, and can be given none.
  CONSTRAINT api_keys_not_of_the_service CHECK (client_id <> 'clt_service'),
  CONSTRAINT api_keys_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT api_keys_approved_by_another CHECK (approved_by <> created_by),
  CONSTRAINT api_keys_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL)
    AND NOT (awaits_approval AND approved_at IS NOT NULL))
);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
-- What staff must decide, the oldest first.
CREATE INDEX api_keys_waiting ON api_keys (created_at, id) WHERE awaits_approval AND revoked_at IS NULL;
CREATE INDEX api_keys_client_id_created_at_id_idx ON api_keys (client_id, created_at, id);
CREATE INDEX api_keys_created_at_id_idx ON api_keys (created_at, id);
CREATE INDEX api_keys_by_name ON api_keys (search_key(name)) WHERE name <> '';

CREATE TABLE terms_changes (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES clients (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  old_fee_percent numeric(6, 4) NOT NULL,
  old_fee_model text NOT NULL,
  old_contact_email text,
  fee_percent numeric(6, 4) NOT NULL,
  fee_model text NOT NULL,
  contact_email text,
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  outcome text,
  contact_at timestamptz(3),
  stopped_by text,
  ended_at timestamptz(3),
  CONSTRAINT terms_changes_some CHECK ((old_fee_percent, old_fee_model, old_contact_email)
    IS DISTINCT FROM (fee_percent, fee_model, contact_email)),
  CONSTRAINT terms_changes_fee CHECK (fee_percent BETWEEN 0 AND 20),
  -- Whoever asks never decides, unless nobody else is required (then nobody is named).
  CONSTRAINT terms_changes_approved_by_another CHECK (outcome <> 'approved' OR decided_by <> requested_by),
  CONSTRAINT terms_changes_decided CHECK ((outcome IS NULL) = (decided_at IS NULL)
    AND (decided_by IS NULL OR decided_at IS NOT NULL)),
  CONSTRAINT terms_changes_contact CHECK (contact_at IS NULL OR outcome = 'approved'),
  CONSTRAINT terms_changes_ended CHECK (ended_at IS NULL OR outcome IS NOT NULL),
  CONSTRAINT terms_changes_outcome CHECK (outcome IN ('approved', 'refused')),
  CONSTRAINT terms_changes_stopped CHECK (stopped_by IS NULL OR (contact_at IS NOT NULL AND ended_at IS NOT NULL))
);
-- At most one of a client waits, for a second person or for its day.
CREATE UNIQUE INDEX terms_changes_one_open_per_client ON terms_changes (client_id) WHERE ended_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX terms_changes_waiting ON terms_changes (requested_at, id) WHERE decided_at IS NULL;

-- People: creators and staff, and how they sign in.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL,
  name text NOT NULL,
  phone text,
  role text NOT NULL DEFAULT 'creator',
  csv_separator text,
  time_zone text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT accounts_email CHECK (email LIKE '%_@_%' AND char_length(email) <= 254),
  CONSTRAINT accounts_name CHECK (char_length(name) <= 120),
  CONSTRAINT accounts_role CHECK (role IN ('creator', 'staff')),
  CONSTRAINT accounts_csv_separator CHECK (csv_separator IN ('comma', 'semicolon'))
);
CREATE UNIQUE INDEX accounts_email_key_key ON accounts (email_key);
-- Accounts of one mailbox are one person (lib/policy/same-person.ts).
CREATE INDEX accounts_by_mailbox ON accounts (mailbox_of(email_key));
CREATE INDEX accounts_by_name ON accounts (search_key(name) text_pattern_ops);
-- Staff search people by name or email, exactly or by its beginning.
CREATE INDEX accounts_by_email ON accounts (lower(email_key) text_pattern_ops);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  token text NOT NULL,
  account_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  proven_at timestamptz(3),
  passkey_round integer NOT NULL DEFAULT 0,
  ip_address text,
  user_agent text
);
CREATE UNIQUE INDEX sessions_token_key ON sessions (token);
CREATE INDEX sessions_account_id_idx ON sessions (account_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  user_agent text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_account_id_idx ON passkeys (account_id);

CREATE TABLE known_browsers (
  account_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE CASCADE,
  token_hash text NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, token_hash)
);
CREATE INDEX known_browsers_last_seen_at_idx ON known_browsers (last_seen_at);

CREATE TABLE form_results (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE CASCADE,
  action text NOT NULL,
  notice text,
  sealed_values text NOT NULL,
  faults jsonb NOT NULL,
  reveal text,
  review text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX form_results_created_at_idx ON form_results (created_at);
-- An account has a limited number of form results: the oldest are found by this.
CREATE INDEX form_results_account_id_created_at_idx ON form_results (account_id, created_at);

CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Causes, the content of their pages, and what they have collected.

CREATE TABLE causes (
  key text PRIMARY KEY,
  client_id text NOT NULL REFERENCES clients (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  owner_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  slug text NOT NULL,
  state text NOT NULL DEFAULT 'draft',
  title text NOT NULL,
  country text NOT NULL,
  goal_amount bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  fee_percent numeric(6, 4) NOT NULL,
  fee_model text NOT NULL,
  description text,
  category text,
  cover_image_url text,
  external_reference text,
  closes_at timestamptz(3),
  hide_amounts boolean NOT NULL DEFAULT false,
  use_of_funds text,
  paused_from text,
  paused_by text,
  before_fraud text,
  terms_accepted_at timestamptz(3) NOT NULL,
  terms_version text NOT NULL,
  terms_accepted_ip text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT causes_pause CHECK (state = 'paused' OR (paused_from IS NULL AND paused_by IS NULL)),
  CONSTRAINT causes_title CHECK (char_length(title) BETWEEN 1 AND 150),
  CONSTRAINT causes_country CHECK (country ~ '^[a-z]{2}$'),
  CONSTRAINT causes_goal CHECK (goal_amount BETWEEN 0 AND 999999999999999),
  CONSTRAINT causes_currency CHECK (currency IN ('ARS', 'AUD', 'BOB', 'BRB', 'BRL', 'CAD', 'CLP', 'COP', 'CRC', 'DOP', 'EUR',
    'GBP', 'GTQ', 'HNL', 'MXN', 'NIO', 'PEN', 'PYG', 'USD', 'UYU')),
  CONSTRAINT causes_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  CONSTRAINT causes_description CHECK (char_length(description) <= 5000),
  CONSTRAINT causes_cover CHECK (cover_image_url ~* '^https://'),
  CONSTRAINT causes_external_reference CHECK (char_length(external_reference) <= 255),
  CONSTRAINT causes_use_of_funds CHECK (char_length(use_of_funds) <= 2000),
  CONSTRAINT causes_paused_by CHECK (paused_by IN ('creator', 'staff')),
  CONSTRAINT causes_terms_version CHECK (char_length(terms_version) <= 60)
);
CREATE UNIQUE INDEX causes_slug_key ON causes (slug);
CREATE INDEX causes_created_at_key_idx ON causes (created_at, key);
CREATE INDEX causes_owner_id_created_at_key_idx ON causes (owner_id, created_at, key);
CREATE INDEX causes_client_id_created_at_key_idx ON causes (client_id, created_at, key);
CREATE INDEX causes_client_id_state_created_at_key_idx ON causes (client_id, state, created_at, key);
CREATE INDEX causes_state_created_at_key_idx ON causes (state, created_at, key);
-- Words of a title, whatever the language: nothing is stemmed.
CREATE INDEX causes_title_words ON causes USING gin (to_tsvector('simple', search_key(title)));

CREATE TABLE cause_addresses (
  address text PRIMARY KEY,
  cause_key text NOT NULL REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX cause_addresses_cause_key_idx ON cause_addresses (cause_key);

CREATE TABLE cause_updates (
  id text PRIMARY KEY,
  cause_key text NOT NULL REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  title text NOT NULL,
  body text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  CONSTRAINT cause_updates_texts CHECK (char_length(title) BETWEEN 1 AND 150 AND char_length(body) BETWEEN 1 AND 5000)
);
CREATE INDEX cause_updates_cause_key_published_at_id_idx ON cause_updates (cause_key, published_at, id);

CREATE TABLE cause_pictures (
  id text PRIMARY KEY,
  cause_key text NOT NULL REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  alt text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  large bytea NOT NULL,
  small bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT cause_pictures_alt CHECK (char_length(alt) BETWEEN 1 AND 250),
  CONSTRAINT cause_pictures_sizes CHECK (octet_length(large) <= 1500000 AND octet_length(small) <= 400000)
);
CREATE INDEX cause_pictures_cause_key_created_at_id_idx ON cause_pictures (cause_key, created_at, id);
-- JPEG does not get smaller.
ALTER TABLE cause_pictures ALTER COLUMN large SET STORAGE EXTERNAL, ALTER COLUMN small SET STORAGE EXTERNAL;

-- Few rows that change often: the next version of each finds room on its own page.
CREATE TABLE cause_totals (
  cause_key text NOT NULL,
  shard smallint NOT NULL,
  collected numeric(65, 30) NOT NULL,
  contributions integer NOT NULL,
  contributors integer NOT NULL,
  PRIMARY KEY (cause_key, shard)
) WITH (fillfactor = 50);

CREATE TABLE cause_contributors (
  cause_key text NOT NULL,
  donor bytea NOT NULL,
  contributions integer NOT NULL,
  PRIMARY KEY (cause_key, donor)
);

-- Checkout links.

CREATE TABLE checkout_links (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES clients (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  cause_key text NOT NULL REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  amount bigint NOT NULL,
  currency text NOT NULL,
  fee_percent numeric(6, 4) NOT NULL,
  email text,
  external_reference text,
  callback_url text,
  success_url text,
  cancel_url text,
  anonymous boolean,
  metadata text,
  donor_amount bigint,
  donor_name text,
  donor_email text,
  donor_anonymous boolean,
  donor_message text,
  donor_locale text,
  donor_time_zone text,
  browser_hash bytea,
  donor_saved_at timestamptz(3),
  confirming_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  cancelled_at timestamptz(3),
  expired_at timestamptz(3),
  declines_lifted_at timestamptz(3),
  CONSTRAINT checkout_links_amount CHECK (amount BETWEEN 1 AND 1000000000000),
  CONSTRAINT checkout_links_fee_percent CHECK (fee_percent BETWEEN 0 AND 20),
  CONSTRAINT checkout_links_external_reference CHECK (external_reference ~ '^[A-Za-z0-9_-]{0,64}$'),
  CONSTRAINT checkout_links_urls CHECK (callback_url ~* '^https://' AND success_url ~* '^https://' AND cancel_url ~* '^https://'),
  CONSTRAINT checkout_links_donor_amount CHECK (donor_amount BETWEEN 1 AND 1000000000000),
  CONSTRAINT checkout_links_donor_message CHECK (char_length(donor_message) <= 280),
  CONSTRAINT checkout_links_browser_hash CHECK (octet_length(browser_hash) = 32),
  CONSTRAINT checkout_links_lifetime CHECK (expires_at > created_at),
  CONSTRAINT checkout_links_one_end CHECK (cancelled_at IS NULL OR expired_at IS NULL)
);
CREATE INDEX checkout_links_client_id_external_reference_idx ON checkout_links (client_id, external_reference);
CREATE INDEX checkout_links_external_reference_idx ON checkout_links (external_reference);
CREATE INDEX checkout_links_created_at_id_idx ON checkout_links (created_at, id);
CREATE INDEX checkout_links_cause_key_external_reference_idx ON checkout_links (cause_key, external_reference);
-- Every poll finds its link by this.
CREATE INDEX checkout_links_id_idx ON checkout_links USING hash (id);
-- Staff search by a donor's email.
CREATE INDEX checkout_links_by_email ON checkout_links (lower(email) text_pattern_ops) WHERE email IS NOT NULL;
CREATE INDEX checkout_links_by_donor_email ON checkout_links (lower(donor_email) text_pattern_ops) WHERE donor_email IS NOT NULL;

-- Payments, their receipts, and what goes back to donors.

CREATE TABLE payments (
  id text PRIMARY KEY,
  link_id text NOT NULL REFERENCES checkout_links (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  cause_key text NOT NULL,
  rail text NOT NULL,
  gateway text NOT NULL,
  attempt integer NOT NULL,
  state text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  gateway_reference text,
  gateway_payment_id text,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  succeeded_at timestamptz(3),
  settled_at timestamptz(3),
  refund_reason text,
  refunded_at timestamptz(3),
  amount_minor bigint,
  refunded_minor bigint NOT NULL DEFAULT 0,
  sent_by_hand_minor bigint NOT NULL DEFAULT 0,
  refunds_pending_minor bigint NOT NULL DEFAULT 0,
  refunds_elsewhere_minor bigint NOT NULL DEFAULT 0,
  refunded_elsewhere_minor bigint NOT NULL DEFAULT 0,
  refunds_moved_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  charged_back_minor bigint NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 0,
  cost_due_at timestamptz(3),
  released_at timestamptz(3),
  is_released boolean NOT NULL DEFAULT false,
  last_error text,
  processing boolean NOT NULL DEFAULT false,
  browser_hash bytea,
  donor_name text,
  donor_email text,
  donor_anonymous boolean,
  donor_message text,
  message_hidden_at timestamptz(3),
  donor_locale text,
  donor_time_zone text,
  receipt_email text,
  card_brand text,
  card_last4 text,
  card_wallet text,
  bank_name text,
  statement_descriptor text,
  receipt_token text,
  receipt_number text,
  cause_title text,
  CONSTRAINT payments_rail CHECK (rail IN ('card', 'bank_transfer', 'wallet')),
  CONSTRAINT payments_approved_has_receipt CHECK (state <> 'approved' OR (receipt_token IS NOT NULL AND cause_title IS NOT NULL)),
  CONSTRAINT payments_approved_has_receipt_number CHECK (state <> 'approved' OR receipt_number IS NOT NULL),
  CONSTRAINT payments_money_is_known CHECK (state NOT IN ('approved', 'refund_due', 'refunded', 'charged_back', 'unclaimed')
    OR (gateway_payment_id IS NOT NULL AND succeeded_at IS NOT NULL AND settled_at IS NOT NULL)),
  CONSTRAINT payments_refund_reason CHECK (
    (state IN ('refund_due', 'refunded', 'charged_back', 'unclaimed')) = (refund_reason IS NOT NULL)),
  CONSTRAINT payments_refunded CHECK ((state = 'refunded') = (refunded_at IS NOT NULL)),
  CONSTRAINT payments_state CHECK (state IN ('starting', 'pending', 'approved', 'declined', 'canceled', 'failed', 'refund_due',
    'refunded', 'charged_back', 'unclaimed')),
  CONSTRAINT payments_amount CHECK (amount BETWEEN 1 AND 1000000000000),
  CONSTRAINT payments_refunded_minor CHECK (refunded_minor >= 0),
  CONSTRAINT payments_sent_by_hand_minor CHECK (sent_by_hand_minor >= 0 AND sent_by_hand_minor <= refunded_minor),
  CONSTRAINT payments_refunds_pending CHECK (refunds_elsewhere_minor BETWEEN 0 AND refunds_pending_minor
    AND refunds_moved_minor >= 0),
  CONSTRAINT payments_refunded_elsewhere CHECK (refunded_elsewhere_minor >= 0),
  CONSTRAINT payments_disputed_minor CHECK (disputed_minor >= 0 AND charged_back_minor >= 0),
  CONSTRAINT payments_browser_hash CHECK (octet_length(browser_hash) = 32),
  CONSTRAINT payments_donor_message CHECK (char_length(donor_message) <= 280)
);
CREATE UNIQUE INDEX payments_link_id_rail_attempt_key ON payments (link_id, rail, attempt);
CREATE UNIQUE INDEX payments_gateway_gateway_reference_key ON payments (gateway, gateway_reference);
CREATE UNIQUE INDEX payments_gateway_gateway_payment_id_key ON payments (gateway, gateway_payment_id);
-- A link is paid once, whatever arrives at the same moment.
CREATE UNIQUE INDEX payments_one_approved_per_link ON payments (link_id) WHERE state = 'approved';
-- One live attempt per link and rail: two tabs share an intent.
CREATE UNIQUE INDEX payments_one_live_per_link_and_rail ON payments (link_id, rail) WHERE state IN ('starting', 'pending');
-- Payments that the sweep looks for.
CREATE INDEX payments_unsettled ON payments (created_at) WHERE state IN ('starting', 'pending', 'refund_due');
CREATE UNIQUE INDEX payments_receipt_token_key ON payments (receipt_token);
-- Payments whose gateway is asked about them at a time: what it takes, whether their money is released.
CREATE INDEX payments_cost_due ON payments (cost_due_at) WHERE cost_due_at IS NOT NULL;
CREATE INDEX payments_created_at_id_idx ON payments (created_at, id);
CREATE INDEX payments_state_created_at_id_idx ON payments (state, created_at, id);
-- Lists of staff: unmatched funds, and what was given back.
CREATE INDEX payments_not_counted ON payments (created_at, id) WHERE refund_reason IS NOT NULL;
CREATE INDEX payments_given_back ON payments (created_at, id) WHERE refunded_minor > 0;
CREATE INDEX payments_cause_key_created_at_id_idx ON payments (cause_key, created_at, id);
-- A link's approved payment, which is asked for with it. That there is one at most is for the unique index beside it to see to.
CREATE INDEX payments_approved_of_link ON payments USING hash (link_id) WHERE state = 'approved';
-- What is cancelled, batch by batch, when a cause stops collecting. Few payments are pending at a time.
CREATE INDEX payments_pending_of_cause ON payments (cause_key, id) WHERE state = 'pending';
-- The sums of a cause, from the index alone, and its contributions, newest first.
CREATE INDEX payments_approved_of_cause ON payments (cause_key, succeeded_at DESC, id DESC)
  INCLUDE (amount, amount_minor, refunded_minor, disputed_minor, charged_back_minor, donor_email) WHERE state = 'approved';
-- Lists of staff: what is in dispute or was lost.
CREATE INDEX payments_disputed ON payments (created_at, id) WHERE disputed_minor > 0 OR charged_back_minor > 0;
CREATE INDEX payments_gateway_succeeded_at_idx ON payments (gateway, succeeded_at);
-- The list in which a creator hides messages.
CREATE INDEX payments_messages_of_cause ON payments (cause_key, succeeded_at DESC, id DESC) WHERE state = 'approved'
  AND donor_message IS NOT NULL;
CREATE UNIQUE INDEX payments_receipt_number_key ON payments (receipt_number);
-- Staff search by a donor's email, exactly or by its beginning (lib/dashboard/staff/find.ts).
CREATE INDEX payments_by_donor_email ON payments (lower(donor_email) text_pattern_ops) WHERE donor_email IS NOT NULL;
CREATE INDEX payments_by_receipt_email ON payments (lower(receipt_email) text_pattern_ops) WHERE receipt_email IS NOT NULL;
-- A creator searches the donors of a cause.
CREATE INDEX payments_by_donor_of_cause ON payments USING gin (donor_words(cause_key, donor_name, donor_email))
  WHERE state = 'approved' AND donor_anonymous IS NOT TRUE AND (donor_name IS NOT NULL OR donor_email IS NOT NULL);
-- Lists of staff by amount, each currency by itself (lib/dashboard/staff/list-order.ts).
CREATE INDEX payments_currency_amount_id_idx ON payments (currency, amount, id);
-- The list of declined payments. A declined card leaves its attempt open.
CREATE INDEX payments_declined ON payments (created_at, id) WHERE state = 'declined'
  OR (state IN ('pending', 'canceled') AND last_error IS NOT NULL);
-- What a cause has on its way: only that is in the index, however much was released before.
CREATE INDEX payments_unreleased ON payments (cause_key) WHERE state = 'approved' AND NOT is_released;
-- Staff search by a donor's name, however it is accented.
CREATE INDEX payments_by_donor_name ON payments (search_key(donor_name) text_pattern_ops) WHERE donor_name IS NOT NULL;

CREATE TABLE receipt_keys (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
-- Processes that start together agree on one generated key.
CREATE UNIQUE INDEX receipt_keys_one_generated ON receipt_keys ((true)) WHERE private_key IS NOT NULL;

CREATE TABLE refunds (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  request_key text NOT NULL,
  amount_minor bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  requested_by text,
  gateway_refund_id text,
  key_number integer NOT NULL DEFAULT 1,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  returned_at timestamptz(3),
  resolved_at timestamptz(3),
  resolved_by text,
  resolution text,
  last_error text,
  CONSTRAINT refunds_key CHECK (char_length(request_key) BETWEEN 1 AND 255),
  CONSTRAINT refunds_amount CHECK (amount_minor > 0),
  CONSTRAINT refunds_reason CHECK (char_length(reason) BETWEEN 1 AND 500),
  CONSTRAINT refunds_resolved CHECK (resolved_at IS NULL OR state = 'failed'),
  CONSTRAINT refunds_returned CHECK (returned_at IS NULL OR state = 'failed'),
  CONSTRAINT refunds_settled CHECK ((state = 'pending') = (settled_at IS NULL)),
  CONSTRAINT refunds_state CHECK (state IN ('pending', 'succeeded', 'failed')),
  CONSTRAINT refunds_key_number CHECK (key_number > 0),
  CONSTRAINT refunds_resolution CHECK (resolution IN ('sent_by_hand', 'written_off', 'nothing_sent')
    AND (resolution IS NULL) = (resolved_by IS NULL))
);
CREATE UNIQUE INDEX refunds_payment_id_request_key_key ON refunds (payment_id, request_key);
-- One after the other: two at once could give back more than there is.
CREATE UNIQUE INDEX refunds_one_pending_per_payment ON refunds (payment_id) WHERE state = 'pending';
-- Refunds that the sweep looks for.
CREATE INDEX refunds_pending ON refunds (created_at) WHERE state = 'pending';
CREATE UNIQUE INDEX refunds_payment_id_gateway_refund_id_key ON refunds (payment_id, gateway_refund_id);
-- Staff search by what a gateway calls a refund.
CREATE INDEX refunds_by_gateway_id ON refunds (gateway_refund_id) WHERE gateway_refund_id IS NOT NULL;
-- Failed refunds that wait for staff.
CREATE INDEX refunds_open ON refunds (settled_at, id) WHERE state = 'failed' AND resolved_at IS NULL;

CREATE TABLE refund_approvals (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  request_key text NOT NULL,
  amount_minor bigint NOT NULL,
  seen_minor bigint NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  refund_id text REFERENCES refunds (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT refund_approvals_key CHECK (char_length(request_key) BETWEEN 1 AND 255),
  CONSTRAINT refund_approvals_amount CHECK (amount_minor > 0 AND seen_minor >= 0),
  CONSTRAINT refund_approvals_reason CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- Whoever asks never decides.
  CONSTRAINT refund_approvals_approved_by_another CHECK (refund_id IS NULL OR decided_by <> requested_by),
  CONSTRAINT refund_approvals_decided CHECK ((decided_at IS NULL) = (decided_by IS NULL)
    AND (refund_id IS NULL OR decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX refund_approvals_refund_id_key ON refund_approvals (refund_id);
CREATE UNIQUE INDEX refund_approvals_payment_id_request_key_key ON refund_approvals (payment_id, request_key);
-- Two that wait could together give back more than there is.
CREATE UNIQUE INDEX refund_approvals_one_waits_per_payment ON refund_approvals (payment_id) WHERE decided_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX refund_approvals_waiting ON refund_approvals (requested_at, id) WHERE decided_at IS NULL;

CREATE TABLE manual_refunds (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  refund_id text NOT NULL REFERENCES refunds (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  amount_minor bigint NOT NULL,
  reference text NOT NULL,
  sent_on date NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  returned_on date,
  returned_by text,
  returned_at timestamptz(3),
  CONSTRAINT manual_refunds_amount CHECK (amount_minor > 0),
  CONSTRAINT manual_refunds_reference CHECK (char_length(reference) BETWEEN 1 AND 100),
  CONSTRAINT manual_refunds_returned_on CHECK (returned_on >= sent_on),
  CONSTRAINT manual_refunds_returned CHECK ((returned_on IS NULL) = (returned_at IS NULL)
    AND (returned_by IS NULL) = (returned_at IS NULL))
);
CREATE INDEX manual_refunds_payment_id_idx ON manual_refunds (payment_id);
CREATE INDEX manual_refunds_refund_id_idx ON manual_refunds (refund_id);
-- A transfer is recorded once, however often its form is sent.
CREATE UNIQUE INDEX manual_refunds_once ON manual_refunds (payment_id, lower(reference));

CREATE TABLE write_offs (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  amount_minor bigint NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  outcome text,
  CONSTRAINT write_offs_amount CHECK (amount_minor > 0),
  CONSTRAINT write_offs_reason CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- Whoever asks never decides, unless nobody else is required (then nobody is named).
  CONSTRAINT write_offs_approved_by_another CHECK (outcome <> 'written_off' OR decided_by <> requested_by),
  CONSTRAINT write_offs_decided CHECK ((outcome IS NULL) = (decided_at IS NULL)
    AND (decided_by IS NULL OR decided_at IS NOT NULL)),
  CONSTRAINT write_offs_outcome CHECK (outcome IN ('written_off', 'refused'))
);
CREATE INDEX write_offs_payment_id_idx ON write_offs (payment_id);
-- At most one of a payment waits.
CREATE UNIQUE INDEX write_offs_one_waits_per_payment ON write_offs (payment_id) WHERE decided_at IS NULL;
-- What staff must decide, the oldest first.
CREATE INDEX write_offs_waiting ON write_offs (requested_at, id) WHERE decided_at IS NULL;

CREATE TABLE disputes (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  gateway text NOT NULL,
  gateway_dispute_id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  respond_by timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT disputes_kind CHECK (kind IN ('inquiry', 'chargeback')),
  CONSTRAINT disputes_verdict CHECK (kind = 'chargeback' OR status IN ('open', 'closed')),
  CONSTRAINT disputes_ended CHECK ((status = 'open') = (ended_at IS NULL)),
  CONSTRAINT disputes_status CHECK (status IN ('open', 'won', 'lost', 'closed')),
  CONSTRAINT disputes_amount CHECK (amount_minor >= 0),
  CONSTRAINT disputes_currency CHECK (currency ~ '^[A-Z]{3}$')
);
CREATE INDEX disputes_payment_id_idx ON disputes (payment_id);
CREATE INDEX disputes_opened_at_id_idx ON disputes (opened_at, id);
CREATE UNIQUE INDEX disputes_gateway_gateway_dispute_id_key ON disputes (gateway, gateway_dispute_id);
-- What staff must answer, the most urgent first.
CREATE INDEX disputes_open ON disputes (respond_by, id) WHERE status = 'open';
CREATE INDEX disputes_currency_amount_minor_id_idx ON disputes (currency, amount_minor, id);

-- Card testing.

CREATE TABLE declines (
  gateway text NOT NULL,
  reference text NOT NULL,
  link_id text NOT NULL,
  code text NOT NULL,
  declined_at timestamptz(3) NOT NULL,
  cause_key text NOT NULL,
  network text,
  wide_network text,
  PRIMARY KEY (gateway, reference)
);
CREATE INDEX declines_link_id_declined_at_idx ON declines (link_id, declined_at);
CREATE INDEX declines_cause_key_declined_at_idx ON declines (cause_key, declined_at);
CREATE INDEX declines_network_declined_at_idx ON declines (network, declined_at);
-- Networks are forgotten after a day (lib/payments/card-callers.ts): these are what is left to forget.
CREATE INDEX declines_with_network ON declines (declined_at) WHERE network IS NOT NULL;
CREATE INDEX declines_wide_network_declined_at_idx ON declines (wide_network, declined_at);

CREATE TABLE card_callers (
  link_id text PRIMARY KEY,
  network text NOT NULL,
  wide_network text,
  asked_at timestamptz(3) NOT NULL
);
CREATE INDEX card_callers_network_asked_at_idx ON card_callers (network, asked_at);
CREATE INDEX card_callers_asked_at_idx ON card_callers (asked_at);
CREATE INDEX card_callers_wide_network_asked_at_idx ON card_callers (wide_network, asked_at);

CREATE TABLE approved_networks (
  network text PRIMARY KEY,
  approved_at timestamptz(3) NOT NULL
);
CREATE INDEX approved_networks_approved_at_idx ON approved_networks (approved_at);

CREATE TABLE card_pauses (
  id text PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  link_id text NOT NULL,
  declines integer NOT NULL,
  approvals integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  lifted_at timestamptz(3),
  CONSTRAINT card_pauses_kind CHECK (kind IN ('network', 'cause', 'gifts'))
);
CREATE INDEX card_pauses_ends_at_idx ON card_pauses (ends_at);
CREATE UNIQUE INDEX card_pauses_kind_subject_key ON card_pauses (kind, subject);

-- Withdrawals, and the bank accounts that they go to.

CREATE TABLE bank_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  country text NOT NULL,
  currency text NOT NULL,
  bank_name text NOT NULL,
  account_type text,
  bank_codes jsonb NOT NULL DEFAULT '{}',
  account_number text NOT NULL,
  account_number_end text NOT NULL,
  holder_name text NOT NULL,
  holder_document text NOT NULL,
  state text NOT NULL DEFAULT 'unverified',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reviewed_at timestamptz(3),
  reviewed_by text,
  review_note text,
  CONSTRAINT bank_accounts_reviewed_by_another CHECK (reviewed_by <> owner_id),
  CONSTRAINT bank_accounts_country CHECK (country ~ '^[a-z]{2}$'),
  CONSTRAINT bank_accounts_names CHECK (char_length(bank_name) BETWEEN 1 AND 120 AND char_length(holder_name) BETWEEN 1 AND 120
    AND (char_length(holder_document) BETWEEN 1 AND 40 OR starts_with(holder_document, 'enc:v1:'))),
  CONSTRAINT bank_accounts_type CHECK (account_type IN ('savings', 'checking', 'sight', 'electronic_deposit')),
  CONSTRAINT bank_accounts_codes CHECK (jsonb_typeof(bank_codes) = 'object'),
  -- Encrypted, or as given where the service has no key for it (lib/encryption).
  CONSTRAINT bank_accounts_number CHECK (account_number ~ '^[A-Z0-9]{4,34}$' OR starts_with(account_number, 'enc:v1:')),
  CONSTRAINT bank_accounts_number_end CHECK (account_number_end ~ '^[A-Z0-9]{1,4}$'),
  CONSTRAINT bank_accounts_reviewed CHECK ((state = 'unverified') = (reviewed_at IS NULL)
    AND (reviewed_at IS NULL) = (reviewed_by IS NULL)),
  CONSTRAINT bank_accounts_state CHECK (state IN ('unverified', 'verified', 'rejected'))
);
CREATE INDEX bank_accounts_owner_id_idx ON bank_accounts (owner_id);
-- Bank accounts that staff have to look at.
CREATE INDEX bank_accounts_unverified ON bank_accounts (created_at, id) WHERE state = 'unverified';

CREATE TABLE bank_account_evidence (
  bank_account_id text PRIMARY KEY REFERENCES bank_accounts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  link text,
  media_type text,
  content bytea,
  file_key text,
  added_by text NOT NULL,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT bank_account_evidence_link CHECK (char_length(link) <= 2000 AND link LIKE 'https://%'),
  CONSTRAINT bank_account_evidence_one CHECK ((link IS NOT NULL AND content IS NULL AND media_type IS NULL AND file_key IS NULL)
    OR (link IS NULL AND content IS NOT NULL AND media_type IS NOT NULL AND file_key IS NOT NULL)),
  CONSTRAINT bank_account_evidence_size CHECK (octet_length(content) <= 10001000)
);
-- Ciphertext does not get smaller.
ALTER TABLE bank_account_evidence ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE withdrawals (
  id text PRIMARY KEY,
  cause_key text NOT NULL REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  bank_account_id text NOT NULL REFERENCES bank_accounts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  requested_by text NOT NULL REFERENCES accounts (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  idempotency_key text NOT NULL,
  amount bigint NOT NULL,
  remainder_minor integer NOT NULL DEFAULT 0,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'requested',
  requested_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  sending_by text,
  sending_at timestamptz(3),
  paid_by text,
  paid_at timestamptz(3),
  sent_reference text,
  sent_on date,
  failed_at timestamptz(3),
  held_for text,
  note text,
  -- Whoever asks neither approves nor pays; only cancelling is theirs.
  CONSTRAINT withdrawals_decided_by_another CHECK (decided_by <> requested_by OR state = 'cancelled'),
  CONSTRAINT withdrawals_paid_by_another CHECK (paid_by <> requested_by),
  CONSTRAINT withdrawals_sending_by_another CHECK (sending_by <> requested_by),
  CONSTRAINT withdrawals_key CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  CONSTRAINT withdrawals_amount CHECK (amount BETWEEN 0 AND 1000000000000 AND remainder_minor BETWEEN 0 AND 99
    AND amount + remainder_minor > 0),
  CONSTRAINT withdrawals_reason CHECK (char_length(reason) <= 500),
  CONSTRAINT withdrawals_decided CHECK ((state = 'requested') = (decided_at IS NULL)),
  CONSTRAINT withdrawals_failed CHECK ((state = 'failed') = (failed_at IS NOT NULL)),
  CONSTRAINT withdrawals_held CHECK (held_for IS NULL OR state = 'requested'),
  CONSTRAINT withdrawals_paid CHECK ((paid_at IS NULL) = (paid_by IS NULL) AND (state <> 'paid' OR paid_at IS NOT NULL)),
  CONSTRAINT withdrawals_sending CHECK ((sending_at IS NULL) = (sending_by IS NULL)
    AND (state <> 'sending' OR sending_at IS NOT NULL) AND (sending_at IS NULL OR state IN ('sending', 'paid', 'failed'))),
  CONSTRAINT withdrawals_sent CHECK ((sent_on IS NULL) = (sent_reference IS NULL)
    AND (sent_on IS NULL OR state IN ('paid', 'failed')) AND char_length(sent_reference) BETWEEN 1 AND 140),
  CONSTRAINT withdrawals_state CHECK (state IN ('requested', 'approved', 'sending', 'rejected', 'cancelled', 'paid', 'failed')),
  -- What can stop the payment of a withdrawal that was approved (lib/withdrawals/checks.ts).
  CONSTRAINT withdrawals_held_for CHECK (held_for IN ('bank_account_not_verified', 'cause_on_hold', 'over_available',
    'not_released', 'over_creator_sum', 'not_sent')),
  CONSTRAINT withdrawals_note CHECK (char_length(note) <= 500)
);
CREATE UNIQUE INDEX withdrawals_requested_by_idempotency_key_key ON withdrawals (requested_by, idempotency_key);
CREATE INDEX withdrawals_cause_key_requested_at_id_idx ON withdrawals (cause_key, requested_at, id);
CREATE INDEX withdrawals_state_requested_at_id_idx ON withdrawals (state, requested_at, id);
CREATE INDEX withdrawals_requested_by_requested_at_id_idx ON withdrawals (requested_by, requested_at, id);
CREATE INDEX withdrawals_state_currency_amount_id_idx ON withdrawals (state, currency, amount, id);

CREATE TABLE payout_batches (
  id text PRIMARY KEY,
  currency text NOT NULL,
  debtor_name text,
  debtor_account text,
  debtor_bic text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  started_by text,
  started_at timestamptz(3),
  exported_at timestamptz(3),
  sent_by text,
  sent_at timestamptz(3),
  cancelled_by text,
  cancelled_at timestamptz(3),
  CONSTRAINT payout_batches_started CHECK ((started_at IS NULL) = (started_by IS NULL)),
  CONSTRAINT payout_batches_one_end CHECK (sent_at IS NULL OR cancelled_at IS NULL)
);
CREATE INDEX payout_batches_created_at_id_idx ON payout_batches (created_at, id);
-- Batches that wait to be sent.
CREATE INDEX payout_batches_open ON payout_batches (created_at, id) WHERE sent_at IS NULL AND cancelled_at IS NULL;

CREATE TABLE payout_items (
  reference text PRIMARY KEY,
  batch_id text NOT NULL REFERENCES payout_batches (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  withdrawal_id text NOT NULL REFERENCES withdrawals (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  released_at timestamptz(3)
);
CREATE INDEX payout_items_batch_id_reference_idx ON payout_items (batch_id, reference);
CREATE INDEX payout_items_withdrawal_id_idx ON payout_items (withdrawal_id);
-- A withdrawal is paid with at most one batch.
CREATE UNIQUE INDEX payout_items_one_batch ON payout_items (withdrawal_id) WHERE released_at IS NULL;

-- The ledger, and what gateways report about their own books.

CREATE TABLE ledger_transactions (
  id text PRIMARY KEY,
  kind text NOT NULL,
  dedupe_key text NOT NULL,
  payment_id text REFERENCES payments (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  withdrawal_id text REFERENCES withdrawals (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_transactions_kind CHECK (kind IN ('donation', 'uncounted', 'refund_reserved', 'refund', 'dispute',
    'write_off', 'settlement', 'withdrawal', 'payout', 'account_fee')),
  CONSTRAINT ledger_transactions_subject CHECK ((kind = 'withdrawal') = (withdrawal_id IS NOT NULL)
    AND (kind IN ('withdrawal', 'payout', 'account_fee')) = (payment_id IS NULL))
);
CREATE UNIQUE INDEX ledger_transactions_dedupe_key_key ON ledger_transactions (dedupe_key);
CREATE INDEX ledger_transactions_payment_id_kind_idx ON ledger_transactions (payment_id, kind);
CREATE INDEX ledger_transactions_withdrawal_id_idx ON ledger_transactions (withdrawal_id);

CREATE TABLE ledger_entries (
  transaction_id text NOT NULL REFERENCES ledger_transactions (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  line integer NOT NULL,
  account text NOT NULL,
  detail text NOT NULL DEFAULT '',
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  cause_key text REFERENCES causes (key) ON UPDATE CASCADE ON DELETE RESTRICT,
  PRIMARY KEY (transaction_id, line),
  CONSTRAINT ledger_entries_line CHECK (line > 0),
  CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost',
    'gateway_cost_recovery', 'to_give_back', 'unclaimed', 'refunds_reserved', 'refunds_in_transit', 'dispute_losses',
    'withdrawal_reserved', 'bank', 'paid_out', 'exchange')),
  CONSTRAINT ledger_entries_cause CHECK (cause_key IS NOT NULL OR account IN ('gateway', 'gateway_cost', 'bank', 'exchange')),
  CONSTRAINT ledger_entries_detail CHECK ((account IN ('gateway', 'exchange')) = (detail <> '')),
  CONSTRAINT ledger_entries_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT ledger_entries_amount CHECK (amount_minor <> 0)
);
CREATE INDEX ledger_entries_cause_key_account_currency_amount_minor_idx ON ledger_entries (cause_key, account, currency,
  amount_minor);

-- The accounts that each kind of posting has: the same as `ACCOUNTS_OF` in lib/ledger/post.ts.
CREATE TABLE ledger_kind_accounts (
  kind text NOT NULL,
  account text NOT NULL,
  PRIMARY KEY (kind, account)
);
INSERT INTO ledger_kind_accounts (kind, account) VALUES
  ('donation', 'gateway'), ('donation', 'creator'), ('donation', 'commission'),
  ('uncounted', 'gateway'), ('uncounted', 'to_give_back'),
  ('refund_reserved', 'gateway'), ('refund_reserved', 'refunds_in_transit'), ('refund_reserved', 'creator'),
    ('refund_reserved', 'commission'), ('refund_reserved', 'refunds_reserved'),
  ('refund', 'gateway'), ('refund', 'refunds_in_transit'), ('refund', 'bank'), ('refund', 'creator'), ('refund', 'commission'),
    ('refund', 'refunds_reserved'), ('refund', 'to_give_back'), ('refund', 'unclaimed'), ('refund', 'dispute_losses'),
  ('dispute', 'gateway'), ('dispute', 'creator'), ('dispute', 'commission'), ('dispute', 'to_give_back'),
    ('dispute', 'unclaimed'), ('dispute', 'dispute_losses'),
  ('write_off', 'to_give_back'), ('write_off', 'unclaimed'),
  ('settlement', 'gateway'), ('settlement', 'gateway_cost'), ('settlement', 'creator'), ('settlement', 'gateway_cost_recovery'),
    ('settlement', 'exchange'),
  ('withdrawal', 'creator'), ('withdrawal', 'withdrawal_reserved'), ('withdrawal', 'paid_out'),
  ('payout', 'gateway'), ('payout', 'gateway_cost'), ('payout', 'bank'),
  ('account_fee', 'gateway'), ('account_fee', 'gateway_cost');

CREATE TABLE ledger_checks (
  id text PRIMARY KEY,
  checked_at timestamptz(3) NOT NULL,
  differences jsonb NOT NULL
);
CREATE INDEX ledger_checks_checked_at_idx ON ledger_checks (checked_at);

CREATE TABLE book_lines (
  gateway text NOT NULL,
  line_id text NOT NULL,
  kind text NOT NULL,
  gateway_payment_id text,
  currency text NOT NULL,
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (gateway, line_id),
  CONSTRAINT book_lines_kind CHECK (kind IN ('payment', 'refund', 'dispute', 'payout', 'fee', 'other')),
  CONSTRAINT book_lines_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT book_lines_net CHECK (net_minor = gross_minor - fee_minor)
);
CREATE INDEX book_lines_gateway_gateway_payment_id_idx ON book_lines (gateway, gateway_payment_id);
CREATE INDEX book_lines_gateway_at_idx ON book_lines (gateway, at);

CREATE TABLE reconciliations (
  id text PRIMARY KEY,
  gateway text NOT NULL,
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL,
  routine boolean NOT NULL,
  started_at timestamptz(3) NOT NULL,
  books_order text,
  problem text,
  finished_at timestamptz(3),
  balances jsonb,
  differences jsonb,
  CONSTRAINT reconciliations_period CHECK (from_at <= to_at),
  CONSTRAINT reconciliations_finished CHECK ((finished_at IS NOT NULL) = (differences IS NOT NULL)
    AND (finished_at IS NOT NULL) = (balances IS NOT NULL))
);
CREATE INDEX reconciliations_gateway_started_at_idx ON reconciliations (gateway, started_at);
CREATE INDEX reconciliations_gateway_routine_started_at_idx ON reconciliations (gateway, routine, started_at);

CREATE TABLE reconciliation_acknowledgements (
  id text PRIMARY KEY,
  gateway text NOT NULL,
  about text NOT NULL,
  subject text NOT NULL,
  currency text NOT NULL,
  ours_minor text NOT NULL,
  theirs_minor text NOT NULL,
  reason text NOT NULL,
  acknowledged_by text NOT NULL,
  acknowledged_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX reconciliation_acknowledgements_gateway_about_subject_curre_key ON reconciliation_acknowledgements (gateway,
  about, subject, currency, ours_minor, theirs_minor);

-- What happened, and what is still to be done.

CREATE TABLE gateway_events (
  id text PRIMARY KEY,
  gateway text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  reference text,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  handled_at timestamptz(3),
  last_error text
);
CREATE UNIQUE INDEX gateway_events_gateway_event_id_key ON gateway_events (gateway, event_id);
-- Events that the sweep looks for.
CREATE INDEX gateway_events_unhandled ON gateway_events (received_at) WHERE handled_at IS NULL;
CREATE INDEX gateway_events_reference_idx ON gateway_events (reference);
CREATE INDEX gateway_events_received_at_id_idx ON gateway_events (received_at, id);

CREATE TABLE idempotency_records (
  scope text NOT NULL,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  status integer NOT NULL,
  response text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_records_created_at_idx ON idempotency_records (created_at);

CREATE TABLE emails (
  id text PRIMARY KEY,
  recipient text NOT NULL,
  template text NOT NULL,
  locale text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  begun_at timestamptz(3),
  sent_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  admitted_at timestamptz(3),
  mailbox text
);
-- Mails that the sweep looks for.
CREATE INDEX emails_unsent ON emails (created_at) WHERE sent_at IS NULL;
-- The mails about a payment, for the trail of its link.
CREATE INDEX emails_of_payment ON emails ((data ->> 'paymentId'));
-- At most one digest of a recipient counts at a time.
CREATE UNIQUE INDEX emails_open_digest ON emails (recipient) WHERE template = 'causes_created' AND admitted_at IS NULL;
-- Staff read the mails to one address.
CREATE INDEX emails_by_recipient ON emails (lower(recipient), created_at, id);
-- Mails that partners cause are counted by mailbox, not by the spelling of its address (lib/emails/allowance.ts).
CREATE INDEX emails_by_mailbox ON emails (mailbox, admitted_at) WHERE mailbox IS NOT NULL;

CREATE TABLE audit_entries (
  id text PRIMARY KEY,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL,
  outcome text NOT NULL DEFAULT 'done',
  reason text,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT audit_entries_outcome CHECK (outcome IN ('started', 'done', 'refused'))
);
CREATE INDEX audit_entries_at_id_idx ON audit_entries (at, id);
CREATE INDEX audit_entries_actor_at_id_idx ON audit_entries (actor, at, id);
CREATE INDEX audit_entries_action_at_id_idx ON audit_entries (action, at, id);
CREATE INDEX audit_entries_subject_at_id_idx ON audit_entries (subject, at, id);
-- The list of what was refused.
CREATE INDEX audit_entries_outcome_at_id_idx ON audit_entries (outcome, at, id);

CREATE TABLE notes (
  id text PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  author_id text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT notes_kind CHECK (kind IN ('payment', 'cause', 'creator', 'donor')),
  CONSTRAINT notes_text CHECK (char_length(text) BETWEEN 1 AND 2000)
);
CREATE INDEX notes_kind_subject_created_at_id_idx ON notes (kind, subject, created_at, id);
