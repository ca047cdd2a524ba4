-- From when a gateway lets us have the money of a payment. What is there already gets a time without being rewritten; the next
-- migration takes it away again from what is too young for it.
ALTER TABLE "payments" ADD COLUMN     "released_at" TIMESTAMPTZ(3) DEFAULT now();
ALTER TABLE "payments" ALTER COLUMN "released_at" DROP DEFAULT;

-- AlterTable
ALTER TABLE "withdrawals" ADD COLUMN     "held_for" TEXT;

-- What can stop the payment of a withdrawal that was approved (lib/withdrawals/checks.ts).
ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_held_for CHECK (held_for IN ('bank_account_not_verified', 'cause_on_hold', 'over_available',
    'not_released', 'over_creator_sum')),
  ADD CONSTRAINT withdrawals_held CHECK (held_for IS NULL OR state = 'requested');
