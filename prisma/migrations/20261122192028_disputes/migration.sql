-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "charged_back_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "disputed_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "disputes" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "gateway_dispute_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "respond_by" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disputes_payment_id_idx" ON "disputes"("payment_id");

-- CreateIndex
CREATE INDEX "disputes_opened_at_id_idx" ON "disputes"("opened_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_gateway_gateway_dispute_id_key" ON "disputes"("gateway", "gateway_dispute_id");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE disputes
  ADD CONSTRAINT disputes_kind CHECK (kind IN ('inquiry', 'chargeback')),
  ADD CONSTRAINT disputes_status CHECK (status IN ('open', 'won', 'lost', 'closed')),
  ADD CONSTRAINT disputes_verdict CHECK (kind = 'chargeback' OR status IN ('open', 'closed')),
  ADD CONSTRAINT disputes_ended CHECK ((status = 'open') = (ended_at IS NULL)),
  ADD CONSTRAINT disputes_amount CHECK (amount_minor >= 0),
  ADD CONSTRAINT disputes_currency CHECK (currency ~ '^[A-Z]{3}$');

-- What staff must answer, the most urgent first.
CREATE INDEX disputes_open ON disputes (respond_by, id) WHERE status = 'open';

-- Until now a payment carried one word about all its disputes, which were taken to be of all that had not been given back.
-- That is kept as a dispute of a name that no gateway gives; every such payment is read back, which brings what there is.
UPDATE payments SET cost_due_at = now(),
       disputed_minor = CASE WHEN dispute = 'open' THEN greatest(amount_minor - refunded_minor, 0) ELSE 0 END,
       charged_back_minor = CASE WHEN dispute = 'lost' THEN greatest(amount_minor - refunded_minor, 0) ELSE 0 END
 WHERE dispute IS NOT NULL AND amount_minor > 0;

INSERT INTO disputes (id, payment_id, gateway, gateway_dispute_id, kind, status, amount_minor, currency, opened_at, ended_at, created_at)
SELECT 'dsp_' || left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36), id, gateway,
       'unknown:' || id, 'chargeback', dispute, greatest(amount_minor - refunded_minor, 0), currency, settled_at,
       CASE WHEN dispute <> 'open' THEN now() END, now()
  FROM payments WHERE dispute IS NOT NULL AND amount_minor > 0;

-- What an open chargeback holds back has left the gateway's account: it no longer stands beside it as `disputed`.
CREATE TEMPORARY TABLE held_back ON COMMIT DROP AS
SELECT 'ltx_' || left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 36) AS transaction_id,
       id, gateway, currency, cause_key, disputed_minor, CASE WHEN state = 'approved' THEN 'disputed' ELSE 'to_give_back' END AS account,
       (SELECT count(*) FROM ledger_transactions t WHERE t.payment_id = p.id AND t.kind = 'dispute') AS earlier
  FROM payments p WHERE disputed_minor > 0;
INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
SELECT transaction_id, 'dispute', 'dispute:' || id || ':' || earlier + 1, id, now() FROM held_back;
INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
SELECT h.transaction_id, e.line, e.account, e.detail, h.currency, e.amount, h.cause_key
  FROM held_back h CROSS JOIN LATERAL (VALUES
    (1, 'gateway', h.gateway, -h.disputed_minor), (2, h.account, '', h.disputed_minor)) AS e (line, account, detail, amount);
-- Looked at now: a table with checks to come cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- What has left of a payment's money again, in minor units: given back, held back, lost.
CREATE FUNCTION left_again(payment payments) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN payment.refunded_minor + payment.disputed_minor + payment.charged_back_minor;

CREATE OR REPLACE FUNCTION counts(payment payments) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN payment.state = 'approved' AND left_again(payment) < payment.amount_minor;

-- In major units, less what has left again.
CREATE OR REPLACE FUNCTION collected_of(payment payments) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN left_again(payment) = 0 THEN payment.amount::numeric
              ELSE payment.amount - payment.amount::numeric * left_again(payment) / payment.amount_minor END;

DROP INDEX payments_approved_of_cause;
DROP INDEX payments_disputed;
ALTER TABLE "payments" DROP COLUMN "dispute";
CREATE INDEX payments_approved_of_cause ON payments (cause_key, succeeded_at DESC, id DESC)
  INCLUDE (amount, amount_minor, refunded_minor, disputed_minor, charged_back_minor, donor_email) WHERE state = 'approved';
CREATE INDEX payments_disputed ON payments (created_at, id) WHERE disputed_minor > 0 OR charged_back_minor > 0;

ALTER TABLE payments
  DROP CONSTRAINT payments_state, DROP CONSTRAINT payments_money_is_known, DROP CONSTRAINT payments_refund_reason,
  ADD CONSTRAINT payments_state CHECK (state IN ('starting', 'pending', 'approved', 'declined', 'canceled', 'failed', 'refund_due',
    'refunded', 'charged_back')),
  ADD CONSTRAINT payments_money_is_known CHECK (state NOT IN ('approved', 'refund_due', 'refunded', 'charged_back')
    OR (gateway_payment_id IS NOT NULL AND succeeded_at IS NOT NULL AND settled_at IS NOT NULL)),
  ADD CONSTRAINT payments_refund_reason CHECK ((state IN ('refund_due', 'refunded', 'charged_back')) = (refund_reason IS NOT NULL)),
  ADD CONSTRAINT payments_disputed_minor CHECK (disputed_minor >= 0 AND charged_back_minor >= 0);

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account,
  ADD CONSTRAINT ledger_entries_account CHECK (account IN ('gateway', 'creator', 'commission', 'gateway_cost', 'gateway_cost_recovery',
    'to_give_back', 'disputed', 'dispute_losses', 'withdrawal_reserved', 'paid_out', 'exchange'));

-- Every refund is followed by the gateway's own id and status.
DROP TRIGGER refunds_are_as_requested ON refunds;
ALTER TABLE refunds DROP CONSTRAINT refunds_amount;

-- AlterTable
ALTER TABLE "refunds" DROP COLUMN "earlier_minor",
ADD COLUMN     "claimed_until" TIMESTAMPTZ(3),
ADD COLUMN     "gateway_refund_id" TEXT,
ADD COLUMN     "key_number" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "resolved_at" TIMESTAMPTZ(3),
ADD COLUMN     "resolved_by" TEXT,
ADD COLUMN     "returned_at" TIMESTAMPTZ(3),
ALTER COLUMN "requested_by" DROP NOT NULL;

ALTER TABLE refunds
  ADD CONSTRAINT refunds_amount CHECK (amount_minor > 0),
  ADD CONSTRAINT refunds_key_number CHECK (key_number > 0),
  ADD CONSTRAINT refunds_returned CHECK (returned_at IS NULL OR state = 'failed'),
  ADD CONSTRAINT refunds_resolved CHECK (resolved_at IS NULL OR state = 'failed');
CREATE TRIGGER refunds_are_as_requested BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.payment_id, OLD.request_key, OLD.amount_minor, OLD.reason, OLD.requested_by, OLD.created_at)
    IS DISTINCT FROM (NEW.payment_id, NEW.request_key, NEW.amount_minor, NEW.reason, NEW.requested_by, NEW.created_at))
  EXECUTE FUNCTION refuse_change('what was asked for');

-- CreateIndex
CREATE UNIQUE INDEX "refunds_payment_id_gateway_refund_id_key" ON "refunds"("payment_id", "gateway_refund_id");

-- What staff must see to: refunds that failed, those first that a donor had been told of.
CREATE INDEX refunds_unresolved ON refunds (settled_at, id) WHERE state = 'failed' AND resolved_at IS NULL;
