-- CreateTable
CREATE TABLE "book_lines" (
    "gateway" TEXT NOT NULL,
    "line_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "gateway_payment_id" TEXT,
    "currency" TEXT NOT NULL,
    "gross_minor" BIGINT NOT NULL,
    "fee_minor" BIGINT NOT NULL,
    "net_minor" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_lines_pkey" PRIMARY KEY ("gateway","line_id")
);

-- CreateTable
CREATE TABLE "reconciliations" (
    "id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "routine" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "books_order" TEXT,
    "problem" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "balances" JSONB,
    "differences" JSONB,

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "book_lines_gateway_gateway_payment_id_idx" ON "book_lines"("gateway", "gateway_payment_id");

-- CreateIndex
CREATE INDEX "book_lines_gateway_at_idx" ON "book_lines"("gateway", "at");

-- CreateIndex
CREATE INDEX "reconciliations_gateway_started_at_idx" ON "reconciliations"("gateway", "started_at");

-- CreateIndex
CREATE INDEX "reconciliations_gateway_routine_started_at_idx" ON "reconciliations"("gateway", "routine", "started_at");

-- CreateIndex
CREATE INDEX "payments_gateway_succeeded_at_idx" ON "payments"("gateway", "succeeded_at");


ALTER TABLE book_lines
  ADD CONSTRAINT book_lines_kind CHECK (kind IN ('payment', 'refund', 'dispute', 'payout', 'fee', 'other')),
  ADD CONSTRAINT book_lines_net CHECK (net_minor = gross_minor - fee_minor),
  ADD CONSTRAINT book_lines_currency CHECK (currency ~ '^[A-Z]{3}$');
CREATE TRIGGER book_lines_are_kept BEFORE UPDATE OR DELETE ON book_lines FOR EACH ROW
  EXECUTE FUNCTION refuse_change('a line of the books');

ALTER TABLE reconciliations
  ADD CONSTRAINT reconciliations_period CHECK (from_at <= to_at),
  ADD CONSTRAINT reconciliations_finished CHECK ((finished_at IS NOT NULL) = (differences IS NOT NULL)
    AND (finished_at IS NOT NULL) = (balances IS NOT NULL));

-- What the migration before this one allows; it reads the tables beside whoever writes to them.
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind, VALIDATE CONSTRAINT ledger_transactions_subject;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_account, VALIDATE CONSTRAINT ledger_entries_cause;
