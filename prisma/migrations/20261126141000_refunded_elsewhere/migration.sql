-- What somebody refunded at the gateway itself, of which the donor is told. What was refunded before counts as told.
ALTER TABLE "payments" ADD COLUMN     "refunded_elsewhere_minor" BIGINT NOT NULL DEFAULT 0;

-- About a new column: no row needs to be looked at.
ALTER TABLE payments ADD CONSTRAINT payments_refunded_elsewhere CHECK (refunded_elsewhere_minor >= 0) NOT VALID;

UPDATE payments
   SET refunded_elsewhere_minor = refunded_minor - sent_by_hand_minor
     - COALESCE((SELECT SUM(amount_minor) FROM refunds WHERE payment_id = payments.id AND state = 'succeeded'), 0)
 WHERE refunded_minor - sent_by_hand_minor
     > COALESCE((SELECT SUM(amount_minor) FROM refunds WHERE payment_id = payments.id AND state = 'succeeded'), 0);
