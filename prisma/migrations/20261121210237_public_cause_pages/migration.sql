-- AlterTable
ALTER TABLE "causes" ADD COLUMN     "paused_by" TEXT,
ADD COLUMN     "paused_from" TEXT;

ALTER TABLE causes
  ADD CONSTRAINT causes_paused_by CHECK (paused_by IN ('creator', 'staff')),
  ADD CONSTRAINT causes_pause CHECK (state = 'paused' OR (paused_from IS NULL AND paused_by IS NULL));

-- The client of the links that the pages of causes mint: the service itself. It has no keys, and can be given none.
INSERT INTO clients (id, name) VALUES ('clt_service', 'This service') ON CONFLICT (id) DO NOTHING;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_not_of_the_service CHECK (client_id <> 'clt_service');

-- What counts as a contribution (decisions.md 46, 47), said once: approved, not given back in full, not disputed unless won.
-- `collected` is in major units, less what was given back.
CREATE VIEW contributions AS
  SELECT id, cause_key, link_id, succeeded_at, donor_name, donor_email, donor_anonymous,
         CASE WHEN refunded_minor = 0 THEN amount::numeric
              ELSE amount - amount::numeric * refunded_minor / amount_minor END AS collected
    FROM payments
   WHERE state = 'approved' AND refunded_minor < amount_minor AND (dispute IS NULL OR dispute = 'won');

-- Serves both the sums of a cause, from the index alone, and its contributions, newest first.
DROP INDEX payments_approved_of_cause;
CREATE INDEX payments_approved_of_cause ON payments (cause_key, succeeded_at DESC, id DESC)
  INCLUDE (amount, amount_minor, refunded_minor, dispute, donor_email) WHERE state = 'approved';
