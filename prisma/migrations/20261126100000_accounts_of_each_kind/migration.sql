-- CreateTable
CREATE TABLE "ledger_kind_accounts" (
    "kind" TEXT NOT NULL,
    "account" TEXT NOT NULL,

    CONSTRAINT "ledger_kind_accounts_pkey" PRIMARY KEY ("kind","account")
);

-- The same as `ACCOUNTS_OF` in lib/ledger/post.ts. Earlier releases posted to other accounts too, such as `disputed`: their
-- entries stay, and are checked by `ledger check`.
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
