-- A donor's bank can return what staff sent by hand. Then the transfer counts no more.
ALTER TABLE "manual_refunds" ADD COLUMN     "returned_on" DATE;
ALTER TABLE "manual_refunds" ADD COLUMN     "returned_by" TEXT;
ALTER TABLE "manual_refunds" ADD COLUMN     "returned_at" TIMESTAMPTZ(3);

-- About new columns: the next migration looks at the rows that there are, without holding anybody up.
ALTER TABLE manual_refunds
  ADD CONSTRAINT manual_refunds_returned CHECK ((returned_on IS NULL) = (returned_at IS NULL)
    AND (returned_by IS NULL) = (returned_at IS NULL)) NOT VALID,
  ADD CONSTRAINT manual_refunds_returned_on CHECK (returned_on >= sent_on) NOT VALID;

-- What was sent stays as it was recorded, and so does that it was returned.
DROP TRIGGER manual_refunds_stay ON manual_refunds;
CREATE TRIGGER manual_refunds_stay BEFORE DELETE ON manual_refunds FOR EACH ROW
  EXECUTE FUNCTION refuse_change('what was sent by hand');
CREATE TRIGGER manual_refunds_are_as_sent BEFORE UPDATE ON manual_refunds FOR EACH ROW
  WHEN ((OLD.id, OLD.payment_id, OLD.refund_id, OLD.amount_minor, OLD.reference, OLD.sent_on, OLD.recorded_by, OLD.recorded_at)
    IS DISTINCT FROM (NEW.id, NEW.payment_id, NEW.refund_id, NEW.amount_minor, NEW.reference, NEW.sent_on, NEW.recorded_by, NEW.recorded_at))
  EXECUTE FUNCTION refuse_change('what was sent by hand');
CREATE TRIGGER manual_refunds_stay_returned BEFORE UPDATE ON manual_refunds FOR EACH ROW
  WHEN (OLD.returned_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('what was returned');
