-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "cost_due_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "payment_id" TEXT,
    "withdrawal_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "transaction_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "account" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "cause_key" TEXT,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("transaction_id","line")
);

-- CreateTable
CREATE TABLE "bank_accounts" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "bank_name" TEXT NOT NULL,
    "account_type" TEXT NOT NULL,
    "account_number" TEXT NOT NULL,
    "holder_name" TEXT NOT NULL,
    "holder_document" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'unverified',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reviewed_at" TIMESTAMPTZ(3),
    "reviewed_by" TEXT,
    "review_note" TEXT,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "withdrawals" (
    "id" TEXT NOT NULL,
    "cause_key" TEXT NOT NULL,
    "bank_account_id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'requested',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "paid_by" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_dedupe_key_key" ON "ledger_transactions"("dedupe_key");

-- CreateIndex
CREATE INDEX "ledger_transactions_payment_id_kind_idx" ON "ledger_transactions"("payment_id", "kind");

-- CreateIndex
CREATE INDEX "ledger_transactions_withdrawal_id_idx" ON "ledger_transactions"("withdrawal_id");

-- CreateIndex
CREATE INDEX "ledger_entries_cause_key_account_currency_amount_minor_idx" ON "ledger_entries"("cause_key", "account", "currency", "amount_minor");

-- CreateIndex
CREATE INDEX "bank_accounts_owner_id_idx" ON "bank_accounts"("owner_id");

-- CreateIndex
CREATE INDEX "withdrawals_cause_key_requested_at_idx" ON "withdrawals"("cause_key", "requested_at");

-- CreateIndex
CREATE INDEX "withdrawals_state_requested_at_idx" ON "withdrawals"("state", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawals_requested_by_idempotency_key_key" ON "withdrawals"("requested_by", "idempotency_key");

-- AddForeignKey
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_cause_key_fkey" FOREIGN KEY ("cause_key") REFERENCES "causes"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_bank_account_id_fkey" FOREIGN KEY ("bank_account_id") REFERENCES "bank_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the specification and the ledger promise, kept by the database as well (docs/ledger.md).

ALTER TABLE ledger_transactions
  ADD CONSTRAINT ledger_transactions_kind CHECK (kind IN ('donation', 'uncounted', 'refund', 'dispute', 'settlement', 'withdrawal')),
  ADD CONSTRAINT ledger_transactions_subject CHECK ((kind = 'withdrawal') = (withdrawal_id IS NOT NULL)
    AND (kind = 'withdrawal') = (payment_id IS NULL));

ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost', 'gateway_cost_recovery',
    'to_give_back', 'disputed', 'withdrawal_reserved', 'paid_out', 'exchange')),
  ADD CONSTRAINT ledger_entries_detail CHECK ((account IN ('gateway', 'exchange')) = (detail <> '')),
  ADD CONSTRAINT ledger_entries_currency CHECK (currency ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT ledger_entries_amount CHECK (amount_minor <> 0),
  ADD CONSTRAINT ledger_entries_line CHECK (line > 0),
  ADD CONSTRAINT ledger_entries_cause CHECK (cause_key IS NOT NULL OR account IN ('gateway', 'gateway_cost', 'exchange'));

-- Append-only.
CREATE TRIGGER ledger_transactions_are_kept BEFORE UPDATE OR DELETE ON ledger_transactions FOR EACH ROW
  EXECUTE FUNCTION refuse_change('a transaction');
CREATE TRIGGER ledger_entries_are_kept BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an entry');
CREATE TRIGGER ledger_transactions_are_never_emptied BEFORE TRUNCATE ON ledger_transactions
  EXECUTE FUNCTION refuse_change('a transaction');
CREATE TRIGGER ledger_entries_are_never_emptied BEFORE TRUNCATE ON ledger_entries
  EXECUTE FUNCTION refuse_change('an entry');

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

ALTER TABLE bank_accounts
  ADD CONSTRAINT bank_accounts_state CHECK (state IN ('unverified', 'verified', 'rejected')),
  ADD CONSTRAINT bank_accounts_type CHECK (account_type IN ('savings', 'checking')),
  ADD CONSTRAINT bank_accounts_country CHECK (country ~ '^[a-z]{2}$'),
  ADD CONSTRAINT bank_accounts_number CHECK (account_number ~ '^[A-Z0-9]{4,34}$'),
  ADD CONSTRAINT bank_accounts_names CHECK (char_length(bank_name) BETWEEN 1 AND 120 AND char_length(holder_name) BETWEEN 1 AND 120
    AND char_length(holder_document) BETWEEN 1 AND 40),
  ADD CONSTRAINT bank_accounts_reviewed CHECK ((state = 'unverified') = (reviewed_at IS NULL)
    AND (reviewed_at IS NULL) = (reviewed_by IS NULL)),
  ADD CONSTRAINT bank_accounts_reviewed_by_another CHECK (reviewed_by <> owner_id);

-- What staff has looked at is what money is sent to.
CREATE TRIGGER bank_accounts_are_as_given BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN ((OLD.owner_id, OLD.country, OLD.currency, OLD.bank_name, OLD.account_type, OLD.account_number, OLD.holder_name, OLD.holder_document)
    IS DISTINCT FROM (NEW.owner_id, NEW.country, NEW.currency, NEW.bank_name, NEW.account_type, NEW.account_number, NEW.holder_name,
      NEW.holder_document))
  EXECUTE FUNCTION refuse_change('what was given');

ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_amount CHECK (amount BETWEEN 1 AND 1000000000000),
  ADD CONSTRAINT withdrawals_state CHECK (state IN ('requested', 'approved', 'rejected', 'cancelled', 'paid', 'failed')),
  ADD CONSTRAINT withdrawals_reason CHECK (char_length(reason) <= 500),
  ADD CONSTRAINT withdrawals_note CHECK (char_length(note) <= 500),
  ADD CONSTRAINT withdrawals_key CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  ADD CONSTRAINT withdrawals_decided CHECK ((state = 'requested') = (decided_at IS NULL)),
  ADD CONSTRAINT withdrawals_paid CHECK ((paid_at IS NULL) = (paid_by IS NULL) AND (state <> 'paid' OR paid_at IS NOT NULL)),
  ADD CONSTRAINT withdrawals_failed CHECK ((state = 'failed') = (failed_at IS NOT NULL)),
  -- Whoever asks neither approves nor pays; only cancelling is theirs.
  ADD CONSTRAINT withdrawals_decided_by_another CHECK (decided_by <> requested_by OR state = 'cancelled'),
  ADD CONSTRAINT withdrawals_paid_by_another CHECK (paid_by <> requested_by);

CREATE TRIGGER withdrawals_are_as_requested BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.cause_key, OLD.bank_account_id, OLD.requested_by, OLD.amount, OLD.currency, OLD.reason, OLD.idempotency_key, OLD.requested_at)
    IS DISTINCT FROM (NEW.cause_key, NEW.bank_account_id, NEW.requested_by, NEW.amount, NEW.currency, NEW.reason, NEW.idempotency_key,
      NEW.requested_at))
  EXECUTE FUNCTION refuse_change('what was asked for');
CREATE TRIGGER withdrawals_stay_ended BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN (OLD.state IN ('rejected', 'cancelled', 'failed') AND NEW.state <> OLD.state)
  EXECUTE FUNCTION refuse_change('the end');

-- What the sweep looks for: payments whose gateway has not said yet what it takes.
CREATE INDEX payments_cost_due ON payments (cost_due_at) WHERE cost_due_at IS NOT NULL;

-- The payments that are there already, as if the ledger had always been: what arrived, what was given back, what is disputed.
-- The same arithmetic as lib/ledger/payment-postings.ts; numeric rounds half up for what is not below zero.
CREATE TEMPORARY TABLE ledger_backlog ON COMMIT DROP AS
WITH money AS (
  SELECT p.id, p.gateway, p.currency, p.cause_key, p.state = 'approved' AS counted, p.amount_minor AS amount, l.fee_percent,
         least(p.refunded_minor, p.amount_minor) AS refunded, p.succeeded_at, coalesce(p.refunded_at, p.settled_at) AS reversed_at,
         CASE WHEN p.dispute IN ('open', 'lost') THEN p.dispute END AS dispute
    FROM payments p JOIN checkout_links l ON l.id = p.link_id
   WHERE p.state IN ('approved', 'refund_due', 'refunded') AND p.amount_minor > 0
), fees AS (
  SELECT *, round(amount * fee_percent / 100)::bigint AS commission FROM money
), figures AS (
  SELECT *, amount - refunded AS kept, commission - round(commission::numeric * refunded / amount)::bigint AS commission_kept FROM fees
), steps AS (
  SELECT id, CASE WHEN counted THEN 'donation' ELSE 'uncounted' END AS kind, succeeded_at AS at, cause_key, currency, gateway,
         amount AS held, CASE WHEN counted THEN commission - amount ELSE 0 END AS creator,
         CASE WHEN counted THEN -commission ELSE 0 END AS commission,
         CASE WHEN counted THEN 0 ELSE -amount END AS to_give_back, 0::bigint AS disputed
    FROM figures
  UNION ALL
  SELECT id, 'refund', reversed_at, cause_key, currency, gateway, -refunded,
         CASE WHEN counted THEN (commission_kept - kept) - (commission - amount) ELSE 0 END,
         CASE WHEN counted THEN commission - commission_kept ELSE 0 END,
         CASE WHEN counted THEN 0 ELSE refunded END, 0
    FROM figures WHERE refunded > 0
  UNION ALL
  SELECT id, 'dispute', reversed_at, cause_key, currency, gateway, CASE WHEN dispute = 'lost' THEN -kept ELSE 0 END,
         CASE WHEN counted THEN kept - commission_kept ELSE 0 END,
         CASE WHEN counted THEN commission_kept ELSE 0 END,
         CASE WHEN counted OR dispute <> 'lost' THEN 0 ELSE kept END,
         CASE WHEN counted AND dispute = 'open' THEN -kept ELSE 0 END
    FROM figures WHERE dispute IS NOT NULL AND kept > 0 AND (counted OR dispute = 'lost')
)
SELECT 'ltx_' || left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36) AS transaction_id, *
  FROM steps;

INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
SELECT transaction_id, kind, kind || ':' || id || CASE WHEN kind IN ('refund', 'dispute') THEN ':1' ELSE '' END, id, at
  FROM ledger_backlog;

INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
SELECT b.transaction_id, e.line, e.account, e.detail, b.currency, e.amount, b.cause_key
  FROM ledger_backlog b CROSS JOIN LATERAL (VALUES
    (1, 'gateway', b.gateway, b.held), (2, 'creator', '', b.creator), (3, 'commission', '', b.commission),
    (4, 'to_give_back', '', b.to_give_back), (5, 'disputed', '', b.disputed)) AS e (line, account, detail, amount)
 WHERE e.amount <> 0;

-- Their gateways are asked now what they took.
UPDATE payments SET cost_due_at = now() WHERE state IN ('approved', 'refund_due', 'refunded') AND amount_minor > 0;

-- Last, so that a long backlog is not looked at line by line: `ledger check` does so at once.
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_imbalance();
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_imbalance();
